import { texts } from '#contract/texts.ts'

export const IMAGE_ERRORS = {
  NOT_A_FILE: texts.chat.notABlob,
  NOT_AN_IMAGE: texts.chat.notAnImage,
  TOO_LARGE: texts.chat.imageSize,
} as const

export type ImageErrorCode = keyof typeof IMAGE_ERRORS

/** Why an image cannot be attached (ERR-58, ERR-59, VAL-67). */
export class ImageError extends Error {
  readonly code: ImageErrorCode

  constructor(code: ImageErrorCode) {
    super(IMAGE_ERRORS[code])
    this.code = code
  }
}
