import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Something private, and its readers by docs/security-rules.md, 2. */
export type Secret = {
  what: string
  /** Ids of people. */
  readers: Set<string>
  /** Also public at addresses that name this person, by one of these. */
  shownAt?: string[]
}

/** `words` are searched inside of other text, `texts` as a whole. */
export type Secrets = { words: Map<string, Secret>; texts: Map<string, Secret> }

/** Shorter texts are not unique enough. */
const SHORTEST_TEXT = 16

type Row = Record<string, string>

const PUBLIC = `
  select contact_email as text from users union select contact_phone from users
  union select description from users union select professional_position from users
  union select title from projects where drafted_at is null
  union select description from projects where drafted_at is null
  union select position from offers union select description from offers
  union select description from experiences union select description from studies`

/** All private data in the database of a spec file. */
export function readSecrets(dataDir: string): Secrets {
  const db = new DatabaseSync(join(dataDir, 'puente.db'))
  db.exec('pragma query_only = on; pragma busy_timeout = 5000')
  const rows = (text: string) => db.prepare(text).all() as Row[]
  const open = new Set(rows(PUBLIC).map(({ text }) => text))
  const [words, texts]: Map<string, Secret>[] = [new Map(), new Map()]

  const add = (
    list: Map<string, Secret> | undefined,
    text: string | undefined,
    secret: Omit<Secret, 'readers'>,
    readers: (string | undefined)[],
  ) => {
    if (!text || open.has(text)) return
    const known = list?.get(text) ?? { ...secret, readers: new Set<string>() }
    for (const id of readers) if (id) known.readers.add(id)
    list?.set(text, known)
  }
  const handles = Map.groupBy(rows('select user_id, handle from handles'), ({ user_id }) => user_id)
  for (const { id, role, phone, birth_date, email, password_hash } of rows('select * from users')) {
    add(words, phone, { what: 'phone' }, [id])
    add(words, birth_date, { what: 'birth date' }, [id])
    const isPublic = role === 'developer' && id !== undefined
    add(
      words,
      email,
      {
        what: 'e-mail',
        ...(isPublic && { shownAt: [id, ...(handles.get(id) ?? []).map(({ handle }) => `/@${handle}`)] }),
      },
      [id],
    )
    add(words, password_hash, { what: 'password hash' }, [])
  }
  for (const row of rows(
    'select a.*, o.owner_id, u.email from applications a join offers o on o.id = a.offer_id join users u on u.id = a.user_id',
  )) {
    add(words, row.phone, { what: 'phone of an application' }, [row.owner_id, row.user_id])
    add(words, row.email, { what: 'e-mail' }, [row.owner_id])
    if (isLong(row.cover_letter))
      add(texts, row.cover_letter, { what: 'cover letter' }, [row.owner_id, row.user_id])
  }
  for (const { text, sender_id, receiver_id } of rows('select text, sender_id, receiver_id from messages'))
    if (isLong(text)) add(texts, text, { what: 'message' }, [sender_id, receiver_id])
  for (const { owner_id, title, description } of rows(
    'select owner_id, title, description from projects where drafted_at is not null',
  )) {
    add(words, title, { what: 'title of a draft' }, [owner_id])
    if (isLong(description)) add(texts, description, { what: 'draft' }, [owner_id])
  }
  for (const { message } of rows('select message from tickets'))
    if (isLong(message)) add(texts, message, { what: 'ticket' }, [])
  for (const { token_hash } of rows('select token_hash from reset_tokens'))
    add(words, token_hash, { what: 'hash of a reset link' }, [])
  for (const { token_hash } of rows('select token_hash from email_tokens'))
    add(words, token_hash, { what: 'hash of a link about an address' }, [])
  for (const { secret } of rows(`
    select totp_secret as secret from second_factors union select totp_pending from second_factors
    union select code_hash from recovery_codes union select ticket_hash from sign_in_tickets
    union select public_key from passkeys union select verifier from sign_in_flows
    union select flow_hash from sign_in_flows union select subject from identities union
    select code_hash from verifications`))
    add(words, secret, { what: 'second factor' }, [])
  for (const { id, user_id } of rows('select id, user_id from sessions'))
    add(words, id, { what: 'sign-in' }, [user_id])
  db.close()
  return { words: words as Map<string, Secret>, texts: texts as Map<string, Secret> }
}

const isLong = (text: string | undefined) => (text?.length ?? 0) >= SHORTEST_TEXT
