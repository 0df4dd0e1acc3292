import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { isSortable } from '@dnd-kit/react/sortable'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { MAX_IMAGE_BYTES, MEBIBYTE } from '#contract/uploads.ts'
import { MAX_GALLERY } from '#contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Field } from '../ui/Field.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import type { Gallery } from './use-gallery.ts'
import { UPLOAD_KINDS } from './use-upload.ts'

type GalleryFieldProps = { gallery: Gallery; error?: string | undefined }

type ProviderProps = Required<ComponentProps<typeof DragDropProvider>>
// Constants: new arrays would restart the library at every render. For the keyboard there are buttons.
const sensors = [PointerSensor]
const plugins: ProviderProps['plugins'] = (defaults) => defaults.filter((plugin) => plugin !== Accessibility)

/** Up to five pictures, ordered by dragging or by buttons; the first one is the cover. */
export function GalleryField({ gallery, error }: GalleryFieldProps) {
  const { pictures, move } = gallery
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [announcement, setAnnouncement] = useState('')

  const handleDragEnd: ProviderProps['onDragEnd'] = ({ operation: { source }, canceled }) => {
    if (canceled || !isSortable(source)) return
    if (source.initialIndex !== source.index) handleMove(source.initialIndex, source.index)
  }

  function handleMove(from: number, to: number) {
    move(from, to)
    setAnnouncement(m.uploads_moved({ from: from + 1, to: to + 1, count: pictures.length }))
  }

  function handleDrop(event: DragEvent) {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    gallery.add([...event.dataTransfer.files])
  }

  return (
    <Field
      label={m.uploads_images()}
      group
      help={m.uploads_gallery_help({ max: MAX_GALLERY, size: MAX_IMAGE_BYTES / MEBIBYTE })}
      error={error ?? gallery.notice}
      aside={`${pictures.length} / ${MAX_GALLERY}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: accepts dropped files; the button does the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          if (event.dataTransfer.types.includes('Files')) setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={handleDrop}
        className={cn(
          'rounded-card border-2 border-control border-dashed bg-surface p-3 transition-colors',
          isOver && 'border-primary bg-primary-soft',
          error && 'border-danger',
        )}
      >
        <DragDropProvider sensors={sensors} plugins={plugins} onDragEnd={handleDragEnd}>
          <ul aria-label={m.uploads_images()} className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
            {pictures.map((picture, index) => (
              <GalleryItem
                key={picture.id}
                picture={picture}
                index={index}
                count={pictures.length}
                onMove={(to) => handleMove(index, to)}
                onRetry={() => gallery.retry(picture.id)}
                onRemove={() => {
                  gallery.remove(picture.id)
                  input.current?.parentElement?.querySelector('button')?.focus()
                }}
              />
            ))}
          </ul>
        </DragDropProvider>
        <div className={cn('flex flex-wrap items-center gap-3', pictures.length > 0 && 'mt-3')}>
          <Button
            variant="outline"
            size="sm"
            disabled={gallery.isFull}
            onClick={() => input.current?.click()}
          >
            <ImagePlus aria-hidden="true" />
            {m.uploads_add_images()}
          </Button>
          {pictures.length === 0 && (
            <p className="text-muted text-sm pointer-coarse:hidden">{m.uploads_drop_images()}</p>
          )}
          <input
            ref={input}
            type="file"
            accept={UPLOAD_KINDS.image.accept}
            multiple
            tabIndex={-1}
            aria-hidden="true"
            className="hidden"
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              // Reset, so that the same file can be chosen again after a failure.
              event.target.value = ''
              if (chosen.length > 0) gallery.add(chosen)
            }}
          />
        </div>
      </div>
      <span aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </Field>
  )
}
