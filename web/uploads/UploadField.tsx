import type { ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { MEBIBYTE } from '#contract/uploads.ts'
import { Field } from '../ui/Field.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { UPLOAD_KINDS, type Upload } from './use-upload.ts'

type UploadFieldProps = {
  label: string
  upload: Upload
  shape?: 'wide' | 'round' | undefined
  required?: boolean | undefined
  /** The form's error, for a missing file. Errors of the upload itself are shown anyway. */
  error?: string | undefined
  /** More buttons, before 'Remove'. */
  actions?: ReactNode
}

/** One file of a form with preview, progress and retry; see useUpload. */
export function UploadField({ label, upload, shape, required, error, actions }: UploadFieldProps) {
  const { kind, value, file, previewUrl, progress } = upload
  const size = UPLOAD_KINDS[kind].maxBytes / MEBIBYTE
  const shown = file
    ? { name: file.name, previewUrl }
    : value !== ''
      ? {
          name: kind === 'image' ? m.uploads_current_image() : m.uploads_current_file(),
          previewUrl: kind === 'image' ? value : undefined,
        }
      : undefined
  return (
    <Field label={label} group required={required} error={error}>
      <FileDrop
        accept={UPLOAD_KINDS[kind].accept}
        shape={shape}
        label={kind === 'image' ? m.uploads_choose_image() : m.uploads_choose_pdf()}
        help={kind === 'image' ? m.uploads_image_help({ size }) : m.uploads_pdf_help({ size })}
        file={shown}
        progress={progress}
        error={upload.error}
        onFile={(chosen) => void upload.choose(chosen)}
        onRemove={upload.remove}
        actions={actions}
        onRetry={upload.canRetry ? () => void upload.retry() : undefined}
      />
    </Field>
  )
}
