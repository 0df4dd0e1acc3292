import type { Tx } from '../../server/lib/db.ts'
import { sizeOf } from '../files.ts'
import type { World } from '../world-types.ts'
import { inBatches } from './in-batches.ts'

export async function insertFiles(
  tx: Tx,
  { files }: World,
  bytes: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = files
    .map((file) => ({
      id: file.id,
      name: file.name,
      kind: file.kind,
      owner_id: file.ownerId,
      content_type: file.contentType,
      bytes: bytes.get(file.name) ?? 0,
      ...sizeOf(file.source),
      created_at: file.createdAt,
    }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
  await inBatches(rows, (batch) => tx.insertInto('files').values(batch).execute())
}
