import type { FastifyBaseLogger } from 'fastify'
import { m } from '#contract/texts.ts'
import {
  MAX_CHAT_FILE_BYTES,
  MAX_IMAGE_BYTES,
  MAX_PDF_BYTES,
  uploadImage,
  uploadMessageFile,
  uploadPdf,
} from '#contract/uploads.ts'
import { route } from '../http/route.ts'
import { ApiError } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { toPublicUrl } from './file-urls.ts'
import { withUpload } from './read-upload.ts'
import { toSignedUrl } from './signed-urls.ts'
import { storeImage, storePdf } from './store-file.ts'

export const fileRoutes = (services: Services) => [
  route(uploadImage, {
    handle: async ({ request, user, log }) => {
      const size = { maxBytes: MAX_IMAGE_BYTES, tooLarge: m.uploads_image_size() }
      const stored = withUpload(request, size, (bytes) => storeImage(services, user, bytes))
      return { secure_urls: [toPublicUrl(services.config, await logRefusals(stored, user.id, log))] }
    },
  }),

  route(uploadPdf, {
    handle: async ({ request, user, log }) => {
      const size = { maxBytes: MAX_PDF_BYTES, tooLarge: m.uploads_pdf_size() }
      const stored = withUpload(request, size, (bytes) => storePdf(services, user, bytes))
      return { secure_urls: [toPublicUrl(services.config, await logRefusals(stored, user.id, log))] }
    },
  }),

  route(uploadMessageFile, {
    handle: async ({ request, user, log }) => {
      // Exactly the limit is accepted.
      const size = { maxBytes: MAX_CHAT_FILE_BYTES + 1, tooLarge: m.chat_file_size() }
      const stored = withUpload(request, size, (bytes) => storePdf(services, user, bytes, 'chat'))
      return { secure_urls: [toSignedUrl(services, await logRefusals(stored, user.id, log))] }
    },
  }),
]

/** Refused uploads are security events (G16). */
async function logRefusals(stored: Promise<string>, userId: string, log: FastifyBaseLogger): Promise<string> {
  try {
    return await stored
  } catch (error) {
    if (error instanceof ApiError)
      log.warn({ event: 'upload refused', userId, rule: error.message }, 'security')
    throw error
  }
}
