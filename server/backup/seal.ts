import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { StartError } from '../lib/errors.ts'
import { forEachConcurrently } from './file-copies.ts'
import { findWrongFiles, MANIFEST, readSums, SEALED, type Sums, sumOfFile, writeSums } from './manifest.ts'
import type { Progress } from './progress.ts'
import { syncFile } from './sqlite-files.ts'

/** The public keys, readable: uploads that were encrypted for others are not linked. */
export const RECIPIENTS = 'recipients.txt'

export type Seal = {
  recipients: string
  bytes: (content: Buffer) => Promise<Buffer>
  /** Replaces a file by its encrypted form. */
  file: (path: string) => Promise<void>
}

/** Encrypts for public keys: the maker of a backup cannot read it again. */
export async function createSeal(recipients: readonly string[]): Promise<Seal> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new StartError(
        `BACKUP_RECIPIENTS: ${recipient} is not a public key of age (${(error as Error).message}).`,
      )
    }
  }
  return {
    recipients: `${recipients.toSorted().join('\n')}\n`,
    bytes: async (content) => Buffer.from(await encrypter.encrypt(new Uint8Array(content))),
    async file(path) {
      await through(path, path + SEALED, (plain) => encrypter.encrypt(plain))
      await rm(path)
    },
  }
}

export const isSealed = (folder: string): boolean => existsSync(join(folder, MANIFEST + SEALED))

/** Encrypts the plain files, and records the keys; `sums` becomes that of the encrypted files. */
export async function sealFolder(folder: string, sums: Sums, seal: Seal): Promise<void> {
  for (const path of [...sums.keys(), MANIFEST].filter((path) => !path.endsWith(SEALED))) {
    await seal.file(join(folder, path))
    sums.delete(path)
    sums.set(path + SEALED, await sumOfFile(join(folder, path + SEALED)))
  }
  await writeFile(join(folder, RECIPIENTS), seal.recipients, { mode: 0o600 })
  syncFile(join(folder, RECIPIENTS))
  sums.set(RECIPIENTS, await sumOfFile(join(folder, RECIPIENTS)))
  writeSums(folder, sums)
}

/** Whether the uploads of a backup can serve the next one, which has this seal or none. */
export function isSealedAlike(folder: string, seal: Seal | undefined): boolean {
  const file = join(folder, RECIPIENTS)
  return (existsSync(file) ? readFileSync(file, 'utf8') : undefined) === seal?.recipients
}

/** Decrypts a backup into a new folder. `identityFile` holds secret keys, one a line. */
export async function unseal(
  from: string,
  into: string,
  { identityFile, progress }: { identityFile: string; progress: Progress },
): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  const lines = (await readFile(identityFile, 'utf8')).split('\n').map((line) => line.trim())
  try {
    for (const line of lines) if (line !== '' && !line.startsWith('#')) decrypter.addIdentity(line)
  } catch {
    throw new StartError(`${identityFile} contains something other than secret keys of age.`)
  }
  const stored = readSums(from)
  const wrong = new Set((await findWrongFiles(from, stored, progress)).map(({ path }) => path))
  const sums: Sums = new Map()
  await forEachConcurrently(stored, async ([path]) => {
    if (!path.endsWith(SEALED)) return
    const plain = path.slice(0, -SEALED.length)
    // Restoring reports a missing upload, and continues with the option for it.
    if (wrong.has(path)) return void sums.set(plain, '')
    const target = join(into, plain)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await through(join(from, path), target, (sealed) => decrypter.decrypt(sealed)).catch((error: Error) => {
      throw new StartError(`${path} cannot be decrypted with ${identityFile}: ${error.message}.`)
    })
    sums.set(plain, await sumOfFile(target))
  })
  writeSums(into, sums)
}

async function through(
  source: string,
  target: string,
  change: (stream: globalThis.ReadableStream<Uint8Array>) => Promise<globalThis.ReadableStream<Uint8Array>>,
): Promise<void> {
  const input = Readable.toWeb(createReadStream(source)) as unknown as globalThis.ReadableStream<Uint8Array>
  const output = (await change(input)) as unknown as ReadableStream<Uint8Array>
  await pipeline(Readable.fromWeb(output), createWriteStream(target, { mode: 0o600 }))
  syncFile(target)
}
