import type { PublicFileKind } from '#contract/uploads.ts'
import { toStoredUrl } from './file-urls.ts'
import { requireOwnFile } from './own-files.ts'

type Needs = Parameters<typeof requireOwnFile>[0]

/**
 * Like `requireOwnFile`, but accepts the current value: a form sends the full profile, and a picture that was valid
 * once must not block a change of the name.
 */
export async function requireUnchangedOrOwnFile(
  services: Needs,
  userId: string,
  file: { url: string; current: readonly string[]; kind: PublicFileKind; field: string },
): Promise<string> {
  const stored = toStoredUrl(services.config, file.url)
  if (file.current.includes(stored)) return stored
  return requireOwnFile(services, userId, file.url, file.kind, file.field)
}

/** The same for a list (gallery, multimedia); errors are reported under `field.0`, `field.1`, … */
export const requireUnchangedOrOwnFiles = (
  services: Needs,
  userId: string,
  {
    urls,
    ...files
  }: { urls: readonly string[]; current: readonly string[]; kind: PublicFileKind; field: string },
): Promise<string[]> =>
  Promise.all(
    urls.map((url, index) =>
      requireUnchangedOrOwnFile(services, userId, { ...files, url, field: `${files.field}.${index}` }),
    ),
  )
