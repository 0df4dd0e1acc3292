import { useEffect, useRef, useState } from 'react'
import { m } from '#contract/texts.ts'
import { MAX_IMAGE_BYTES, MAX_PDF_BYTES, tooLarge, uploadImage, uploadPdf } from '#contract/uploads.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { upload } from '../lib/upload.ts'

export const UPLOAD_KINDS = {
  image: {
    accept: 'image/*',
    endpoint: uploadImage,
    maxBytes: MAX_IMAGE_BYTES,
    wrongType: m.uploads_image_type,
    tooLarge: tooLarge.image,
    isRightType: (type: string) => type.startsWith('image/'),
  },
  pdf: {
    accept: 'application/pdf',
    endpoint: uploadPdf,
    maxBytes: MAX_PDF_BYTES,
    wrongType: m.uploads_pdf_type,
    tooLarge: tooLarge.pdf,
    isRightType: (type: string) => type === 'application/pdf',
  },
} as const
export type UploadKind = keyof typeof UPLOAD_KINDS

/** Error text for a file that must not be uploaded, or undefined (decision 46). */
export function fileErrorOf(kind: UploadKind, file: Pick<File, 'type' | 'size'>): string | undefined {
  const { isRightType, wrongType, maxBytes, tooLarge } = UPLOAD_KINDS[kind]
  if (!isRightType(file.type)) return wrongType()
  return file.size < maxBytes ? undefined : tooLarge()
}

type State = { file?: File; previewUrl?: string; progress?: number; error?: string; canRetry?: boolean }

/**
 * One file of a form: choosing uploads it, success gives its URL to `onChange`, failure keeps the file with an error
 * (VAL-46 to VAL-48). Rendered by UploadField.
 */
export function useUpload({
  kind,
  value,
  onChange,
}: {
  kind: UploadKind
  /** URL of the stored file, or ''. */
  value: string
  onChange: (url: string) => void
}) {
  const [state, setState] = useState<State>({})
  const { previewUrl } = state
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(previewUrl ?? ''), [previewUrl])

  async function choose(file: File) {
    running.current?.abort()
    const error = fileErrorOf(kind, file)
    if (error) return setState({ file, error })
    const controller = new AbortController()
    running.current = controller
    const selected: State = { file, ...(kind === 'image' && { previewUrl: URL.createObjectURL(file) }) }
    setState({ ...selected, progress: 0 })
    const result = await upload(UPLOAD_KINDS[kind].endpoint, file, {
      signal: controller.signal,
      onProgress: (progress) => {
        if (running.current === controller) setState({ ...selected, progress })
      },
    })
    if (running.current !== controller || controller.signal.aborted) return
    if (isFailure(result)) setState({ ...selected, error: result.message, canRetry: true })
    else {
      setState({})
      onChange(result.url)
    }
  }

  function remove() {
    running.current?.abort()
    running.current = undefined
    setState({})
    // Without a newly stored file the former one remains.
    if (state.file === undefined && value !== '') onChange('')
  }

  return {
    kind,
    value,
    ...state,
    choose,
    remove,
    retry: () => state.file && choose(state.file),
    isBusy: state.progress !== undefined,
    /** The failure of saving a form while the chosen file is not stored. */
    refusal: state.error === undefined ? undefined : failed(m.uploads_retry_or_remove()),
    /** A file is stored, and no newer one is uploading or failed. */
    isValid: value !== '' && state.file === undefined,
  }
}

const failed = (message: string): Failure => ({ error: true, message, status: 0 })

export type Upload = ReturnType<typeof useUpload>
