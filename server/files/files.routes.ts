import {
  MAX_CHAT_FILE_BYTES,
  MAX_IMAGE_BYTES,
  MAX_PDF_BYTES,
  tooLarge,
  uploadImage,
  uploadMessageFile,
  uploadPdf,
} from '#contract/uploads.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { toPublicUrl } from './file-urls.ts'
import { withUpload } from './read-upload.ts'
import { toSignedUrl } from './signed-urls.ts'
import { storeImage, storePdf } from './store-file.ts'

export const fileRoutes = (services: Services) => [
  route(uploadImage, {
    handle: async ({ request, user }) => {
      const size = { maxBytes: MAX_IMAGE_BYTES, tooLarge: tooLarge.image() }
      const stored = await withUpload(request, size, (bytes) => storeImage(services, user, bytes))
      return { secure_urls: [toPublicUrl(services.config, stored)] }
    },
  }),

  route(uploadPdf, {
    handle: async ({ request, user }) => {
      const size = { maxBytes: MAX_PDF_BYTES, tooLarge: tooLarge.pdf() }
      const stored = await withUpload(request, size, (bytes) => storePdf(services, user, bytes))
      return { secure_urls: [toPublicUrl(services.config, stored)] }
    },
  }),

  route(uploadMessageFile, {
    handle: async ({ request, user }) => {
      // Exactly the limit is accepted.
      const size = { maxBytes: MAX_CHAT_FILE_BYTES + 1, tooLarge: tooLarge.chatFile() }
      const stored = await withUpload(request, size, (bytes) => storePdf(services, user, bytes, 'chat'))
      return { secure_urls: [toSignedUrl(services, stored)] }
    },
  }),
]
