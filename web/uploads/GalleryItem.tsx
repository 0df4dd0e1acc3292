import { useSortable } from '@dnd-kit/react/sortable'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ImageOff from 'lucide-react/icons/image-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Trash2 from 'lucide-react/icons/trash-2'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { pictureFiles } from '../ui/picture-files.ts'
import { Tag } from '../ui/Tag.tsx'
import type { GalleryPicture } from './use-gallery.ts'

type GalleryItemProps = {
  picture: GalleryPicture
  index: number
  count: number
  onMove: (to: number) => void
  onRetry: () => void
  onRemove: () => void
}

/** Dragged by its picture; the buttons below do the same for the keyboard. */
export function GalleryItem({ picture, index, count, onMove, onRetry, onRemove }: GalleryItemProps) {
  const { ref, handleRef, isDragging } = useSortable({ id: picture.id, index })
  const number = index + 1
  const files = picture.url ? pictureFiles(picture.url) : picture.previewUrl && { src: picture.previewUrl }
  return (
    <li
      ref={ref}
      className={cn(
        'flex min-w-0 flex-col overflow-hidden rounded-control border border-line bg-raised',
        isDragging && 'shadow-raised',
      )}
    >
      <div
        ref={handleRef}
        className="relative grid aspect-[16/10] cursor-grab touch-manipulation place-items-center bg-neutral-bg active:cursor-grabbing"
      >
        {files ? (
          <img
            {...files}
            sizes="200px"
            alt={
              picture.url ? m.uploads_image_number({ number }) : m.uploads_preview_of({ name: picture.name })
            }
            draggable={false}
            referrerPolicy="no-referrer"
            className={cn('absolute inset-0 size-full object-cover', !picture.url && 'opacity-60')}
          />
        ) : (
          <ImageOff aria-hidden="true" className="size-6 text-muted" />
        )}
        {index === 0 && (
          <Tag tone="primary" className="absolute top-2 left-2">
            {m.uploads_cover()}
          </Tag>
        )}
      </div>
      {picture.progress !== undefined && (
        <ProgressBar
          label={m.uploads_uploading({ file: picture.name })}
          value={Math.round(picture.progress * 100)}
          className="rounded-none"
        />
      )}
      {picture.error && (
        <div role="alert" className="space-y-2 p-2 text-danger text-sm">
          <p>{picture.error}</p>
          {picture.canRetry && (
            <Button variant="outline" size="sm" full onClick={onRetry}>
              <RotateCcw aria-hidden="true" />
              {m.general_try_again()}
            </Button>
          )}
        </div>
      )}
      <div className="mt-auto flex items-center justify-between">
        <span className="flex">
          <IconButton
            label={m.uploads_move_earlier({ number })}
            size="sm"
            aria-disabled={index === 0 || undefined}
            onClick={() => index > 0 && onMove(index - 1)}
          >
            <ArrowLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            label={m.uploads_move_later({ number })}
            size="sm"
            aria-disabled={index === count - 1 || undefined}
            onClick={() => index < count - 1 && onMove(index + 1)}
          >
            <ArrowRight aria-hidden="true" />
          </IconButton>
        </span>
        <IconButton label={m.uploads_remove_image({ number })} size="sm" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}
