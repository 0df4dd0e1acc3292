import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { FileKind } from '#contract/uploads.ts'
import { storedUrlOf } from '../files/file-urls.ts'
import { API_PREFIX } from '../http/api-prefix.ts'
import { newFileName, newId, now } from '../lib/ids.ts'
import type { Services } from '../services.ts'
import type { Person } from './builders.ts'
import type { CallResponse } from './client.ts'

/** The public address of a new upload of this person, without bytes. */
export async function buildUpload(
  services: Services,
  owner: Person,
  kind: FileKind = 'image',
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

type Sent = { as?: { token: string }; field?: string; name?: string; type?: string }

/** Sends bytes like a browser's form; returns the response whatever its status. */
export async function upload<E extends Endpoint>(
  { url }: { url: string },
  endpoint: E,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  { as, field = 'file', name = 'a.png', type = 'image/png' }: Sent = {},
): Promise<CallResponse<ResponseOf<E> & ErrorBody>> {
  const form = new FormData()
  if (bytes) form.append(field, new Blob([bytes], { type }), name)
  const response = await fetch(url + API_PREFIX + endpoint.path, {
    method: endpoint.method,
    headers: as ? { authorization: `Bearer ${as.token}` } : {},
    body: form,
  })
  // The caller checks the status first, as with an untyped client.
  const body = (await response.json()) as ResponseOf<E> & ErrorBody
  return { status: response.status, body, headers: response.headers }
}
