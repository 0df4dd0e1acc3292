import { useEffect, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { cn } from './cn.ts'
import { smallPicture } from './picture-files.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type AvatarProps = {
  src?: string | null | undefined
  name?: string | null | undefined
  surname?: string | null | undefined
  /** In steps of 4 px, from 4 (16 px) to 32 (128 px). */
  size?: number | undefined
  /** A dot on the corner; the label is for screen readers. */
  presence?: { tone: 'primary' | 'secondary' | 'success'; label: string } | undefined
  /** True when the name is shown beside it (the usual case); false gives the picture the name as its text. */
  decorative?: boolean | undefined
  loading?: 'lazy' | 'eager' | undefined
  className?: string | undefined
}

const presenceTones = { primary: 'bg-primary', secondary: 'bg-secondary', success: 'bg-success' }

export function Avatar({
  src,
  name,
  surname,
  size = 10,
  presence,
  decorative = true,
  loading = 'lazy',
  className,
}: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const image = useRef<HTMLImageElement>(null)
  const pixels = Math.min(Math.max(size, 4), 32) * 4
  const fullName = [name, surname].filter(Boolean).join(' ')
  const label = decorative ? '' : fullName || m.general_unknown_person()

  // A picture in server-rendered HTML may fail before hydration.
  useEffect(() => {
    if (src && image.current?.complete && image.current.naturalWidth === 0) setFailedSrc(src)
  }, [src])

  return (
    <span
      className={cn('relative inline-block shrink-0 rounded-full align-middle', className)}
      style={{ width: pixels, height: pixels }}
    >
      {src && failedSrc !== src ? (
        <img
          ref={image}
          src={smallPicture(src, pixels)}
          alt={label}
          width={pixels}
          height={pixels}
          loading={loading}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedSrc(src)}
          className="size-full rounded-full bg-neutral-bg object-cover"
        />
      ) : (
        <span className="grid size-full place-items-center rounded-full border border-transparent bg-primary-soft font-bold font-display text-primary leading-none">
          <span aria-hidden="true" style={{ fontSize: Math.max(8, Math.round(pixels * 0.38)) }}>
            {initialsOf(name, surname)}
          </span>
          {label && <VisuallyHidden>{label}</VisuallyHidden>}
        </span>
      )}
      {presence && (
        <span
          className={cn(
            'absolute rounded-full border-2 border-surface forced-colors:bg-[Highlight]',
            presenceTones[presence.tone],
          )}
          // On the circle at 45 degrees, since the corner of the box is outside of it.
          style={{
            ...dotBox(pixels),
            right: pixels * 0.1464 - dotBox(pixels).width / 2,
            bottom: pixels * 0.1464 - dotBox(pixels).width / 2,
          }}
        >
          <VisuallyHidden>{presence.label}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

/** First letters of name and surname; '?' when there is neither. */
export function initialsOf(name?: string | null, surname?: string | null) {
  return [name, surname].map(firstLetter).join('') || '?'
}

function firstLetter(part?: string | null) {
  const letter = Array.from(part?.trim() ?? '')[0] ?? ''
  // One letter even where upper case has two, as for ß.
  return Array.from(letter.toLocaleUpperCase('es'))[0] ?? ''
}

function dotBox(pixels: number) {
  const side = Math.max(8, Math.min(16, Math.round(pixels * 0.3)))
  return { width: side, height: side }
}
