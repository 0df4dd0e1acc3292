import { m } from '#contract/texts.ts'
import { tooLarge } from '#contract/uploads.ts'

export const IMAGE_ERRORS = {
  NOT_A_FILE: m.chat_not_a_file,
  NOT_AN_IMAGE: m.chat_not_an_image,
  TOO_LARGE: tooLarge.chatImage,
} as const

export type ImageErrorCode = keyof typeof IMAGE_ERRORS

/** The reason why an image cannot be attached (ERR-58, ERR-59, VAL-67). */
export class ImageError extends Error {
  readonly code: ImageErrorCode

  constructor(code: ImageErrorCode) {
    super(IMAGE_ERRORS[code]())
    this.code = code
  }
}

/** The reason why a PDF cannot be attached; its message is shown. */
export class UploadError extends Error {}
