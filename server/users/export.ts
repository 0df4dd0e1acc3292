import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { JobServices } from '../jobs/worker.ts'
import { listFilesOf } from './erasure.queries.ts'
import { readPersonalData } from './export.queries.ts'

type Needs = Pick<JobServices, 'db' | 'files'>

/**
 * Writes a person's data into a new folder: `data.json`, and the uploads under `files/` by the names used there.
 * Readable by the operator's user only.
 */
export async function exportUser({ db, files }: Needs, userId: string, folder: string): Promise<void> {
  const data = await readPersonalData(db, userId)
  const uploads = await listFilesOf(db, userId)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  // Fails for an existing folder: an older export must not be mixed with this one.
  await mkdir(folder, { mode: 0o700 })
  await mkdir(join(folder, 'files'), { mode: 0o700 })
  for (const { name } of uploads) {
    const [id = '', extension] = name.split('.')
    const bytes = await files.read(id, `full.${extension}`)
    const file = createWriteStream(join(folder, 'files', name), { mode: 0o600 })
    if (bytes === undefined) file.end()
    else await pipeline(bytes instanceof Readable ? bytes : Readable.from([bytes]), file)
  }
  const listed = uploads.map(({ name, kind, content_type, created_at }) => ({
    file: `files/${name}`,
    kind,
    contentType: content_type,
    createdAt: created_at,
  }))
  const text = JSON.stringify({ ...data, files: listed }, null, 2)
  await writeFile(join(folder, 'data.json'), `${text}\n`, { mode: 0o600 })
}
