import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../lib/db.ts'
import { invalid } from '../lib/errors.ts'
import { fileNameOf, storedFileName, storedUrlOf } from './file-urls.ts'

type Needs = { db: Db; config: Pick<Config, 'publicUrl'> }
type StoredFile = { name: string; bytes: number; url: string }

/** The caller's own PDF at this URL that no message carries yet; anything else is 400. */
export async function requireMessageFile(
  { db, config }: Needs,
  ownerId: string,
  given: { name: string; url: string },
): Promise<StoredFile> {
  const name = fileNameOf(config, given.url) ?? ''
  const file = await unsent(db, name, ownerId).executeTakeFirst()
  if (!file) throw gone()
  return { name: withExtension(given.name), bytes: file.bytes, url: storedUrlOf(name) }
}

/** Attaches the file to its message, the only one that ever carries it. */
export async function takeFile(
  tx: Tx,
  { url }: Pick<StoredFile, 'url'>,
  ownerId: string,
  messageId: string,
): Promise<void> {
  const taken = await unsent(tx, storedFileName(url) ?? '', ownerId, messageId).executeTakeFirst()
  if (!taken) throw gone()
}

/** About to be sent: restarts the clean-up's grace period. */
const unsent = (db: Db, name: string, ownerId: string, messageId: string | null = null) =>
  db
    .updateTable('files')
    .set({ orphaned_at: null, message_id: messageId })
    .where('name', '=', name)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'chat')
    .where('content_type', '=', 'application/pdf')
    .where('message_id', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('bytes')

const gone = () => invalid({ file: m.chat_file_gone() })

/** The extension always matches the content. */
const withExtension = (name: string) => (/\.pdf$/i.test(name) ? name : `${name}.pdf`)
