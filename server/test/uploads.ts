import { storedUrlOf } from '../files/file-urls.ts'
import { newFileName, newId, now } from '../lib/ids.ts'
import type { Services } from '../lib/services.ts'
import type { Person } from './builders.ts'

/** The address of an upload of this person, as the client knows it. The bytes are not made. */
export async function buildUpload(
  services: Services,
  owner: Person,
  kind: 'image' | 'pdf' = 'image',
): Promise<string> {
  const name = `${newFileName()}.${kind === 'pdf' ? 'pdf' : 'webp'}`
  await services.db
    .insertInto('files')
    .values({
      id: newId(),
      name,
      kind,
      owner_id: owner.id,
      content_type: kind === 'pdf' ? 'application/pdf' : 'image/webp',
      bytes: 1,
      created_at: now(),
    })
    .execute()
  return services.config.publicUrl + storedUrlOf(name)
}
