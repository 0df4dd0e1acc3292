import { toStoredUrl } from './file-urls.ts'
import { requireOwnFile } from './own-files.ts'

type Needs = Parameters<typeof requireOwnFile>[0]

/**
 * Like `requireOwnFile`, but what stands there already may stay: a form sends the whole profile back, and a
 * picture that was allowed once must not stop somebody from changing the name.
 */
export async function requireUnchangedOrOwnFile(
  services: Needs,
  userId: string,
  file: { url: string; current: readonly string[]; kind: 'image' | 'pdf'; field: string },
): Promise<string> {
  const stored = toStoredUrl(services.config, file.url)
  if (file.current.includes(stored)) return stored
  return requireOwnFile(services, userId, file.url, file.kind, file.field)
}
