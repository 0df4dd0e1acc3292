import type { Config } from '../config.ts'

/** Only the address is needed, and it is read when it is used: a test learns its port late. */
export type PublicAddress = Pick<Config, 'publicUrl'>

const FILES_PATH = '/files/'
const NAME = /^[A-Za-z0-9_-]{22}\.(?:webp|pdf)$/

/**
 * An address as it stands in the database: uploads of ours as the path `/files/NAME.webp` (a move to another
 * host name breaks nothing), anything else as it is.
 */
export function toStoredUrl(config: PublicAddress, url: string): string {
  const name = fileNameOf(config, url)
  return name === undefined ? url : FILES_PATH + name
}

/** A stored address as it is answered: absolute. '' stays ''. */
export function toPublicUrl(config: PublicAddress, stored: string): string {
  return stored.startsWith(FILES_PATH) ? config.publicUrl + stored : stored
}

/** The name of an upload of ours that this address (stored or public) means; else undefined. */
export function fileNameOf(config: PublicAddress, url: string): string | undefined {
  if (url.startsWith(FILES_PATH)) return asName(url.slice(FILES_PATH.length))
  if (!isOwnHost(config, url)) return undefined
  const { pathname } = new URL(url)
  const prefix = new URL(config.publicUrl + FILES_PATH).pathname
  return pathname.startsWith(prefix) ? asName(pathname.slice(prefix.length)) : undefined
}

/** The name in a stored address, for queries that have no configuration at hand. */
export const storedFileName = (stored: string): string | undefined =>
  stored.startsWith(FILES_PATH) ? asName(stored.slice(FILES_PATH.length)) : undefined

/** Whether an upload of ours can have this name. */
export const isFileName = (name: string): boolean => NAME.test(name)

export const storedUrlOf = (name: string): string => FILES_PATH + name

/** Whatever scheme and port spelling were used: such an address must be one of our uploads (F3). */
export function isOwnHost(config: PublicAddress, url: string): boolean {
  if (!URL.canParse(url)) return false
  return hostOf(url) === hostOf(config.publicUrl)
}

const hostOf = (url: string) => new URL(url).host.replace(/\.(?=:|$)/, '')

const asName = (text: string) => {
  const [name = ''] = text.split(/[?#]/, 1)
  return NAME.test(name) ? name : undefined
}
