import { MEBIBYTE } from '#contract/uploads.ts'
import { Field } from '../ui/Field.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { UPLOAD_KINDS, type Upload } from './use-upload.ts'

type UploadFieldProps = {
  label: string
  upload: Upload
  shape?: 'wide' | 'round' | undefined
  required?: boolean | undefined
  /** From the form: a missing file. Errors of the upload itself are shown anyway. */
  error?: string | undefined
  canRemove?: boolean | undefined
}

/** One file of a form with preview, progress and retry; see useUpload. */
export function UploadField({ label, upload, shape, required, error, canRemove = true }: UploadFieldProps) {
  const { kind, value, file, previewUrl, progress } = upload
  const shown = file
    ? { name: file.name, previewUrl }
    : value !== ''
      ? {
          name: kind === 'image' ? 'Current image' : 'Current file',
          previewUrl: kind === 'image' ? value : undefined,
        }
      : undefined
  return (
    <Field label={label} group required={required} error={error}>
      <FileDrop
        accept={UPLOAD_KINDS[kind].accept}
        shape={shape}
        label={kind === 'image' ? 'Choose an image' : 'Choose a PDF'}
        help={`${kind === 'image' ? 'An image' : 'A PDF'} smaller than ${UPLOAD_KINDS[kind].maxBytes / MEBIBYTE} MB.`}
        file={shown}
        progress={progress}
        error={upload.error}
        onFile={(chosen) => void upload.choose(chosen)}
        onRemove={canRemove ? upload.remove : undefined}
        onRetry={upload.canRetry ? () => void upload.retry() : undefined}
      />
    </Field>
  )
}
