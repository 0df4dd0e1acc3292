import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { TestServer } from './server.ts'

/** The mails to this address, oldest first, after all background work is done. */
export async function mailsTo(server: TestServer, address: string): Promise<Email[]> {
  return (await allMails(server)).filter((mail) => mail.to?.some((to) => to.address === address))
}

export async function allMails({ jobs, dataDir }: TestServer): Promise<Email[]> {
  await jobs.settled()
  const folder = join(dataDir, 'outbox')
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
    : []
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
}
