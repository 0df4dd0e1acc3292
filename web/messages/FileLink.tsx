import FileText from 'lucide-react/icons/file-text'
import { getLocale } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import type { Attached } from './upload-file.ts'

const LINE = 'flex min-h-11 items-center gap-2 px-3 pt-2 text-left'

type LinkProps = { file: Attached; isCovered: boolean; isGone: boolean }

/** The PDF of a message, as a download. */
export function FileLink({ file, isCovered, isGone }: LinkProps) {
  // Files of deactivated people are unavailable.
  if (isGone) return <FileLine file={file} note={m.messages_file_gone()} />
  // It belongs to a pending request (TALK-01).
  if (isCovered) return <FileLine file={file} note={m.messages_file_covered()} />
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noopener noreferrer"
      className="block text-text no-underline hover:underline focus-visible:-outline-offset-2"
    >
      <FileLine file={file} />
    </a>
  )
}

type LineProps = { file: Attached; note?: string }

export function FileLine({ file, note = `${m.messages_file()} · ${sizeOf(file.bytes)}` }: LineProps) {
  return (
    <span className={LINE}>
      <FileText aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <span className="min-w-0">
        <bdi className="block break-words font-medium text-sm">{file.name}</bdi>
        <span className="block text-muted text-xs tabular-nums">{note}</span>
      </span>
    </span>
  )
}

const MEGABYTE = 1024 * 1024

/** '1.2 MB', or '340 kB' for less than one. */
function sizeOf(bytes: number): string {
  const [value, unit] = bytes < MEGABYTE ? [bytes / 1024, 'kilobyte'] : [bytes / MEGABYTE, 'megabyte']
  return new Intl.NumberFormat(getLocale(), {
    ...{ style: 'unit', unit, unitDisplay: 'short' },
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(Math.max(value, 1))
}
