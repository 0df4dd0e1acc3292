import { type Preview, previewPath } from '#contract/seo.ts'

/** The link preview's path with a version: chats cache pictures by URL. */
export const versionedPreview = (preview: Preview, { _id, updatedAt }: { _id: string; updatedAt: string }) =>
  `${previewPath(preview, _id)}?v=${Date.parse(updatedAt).toString(36)}`
