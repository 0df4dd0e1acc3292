import type { Config } from '../config.ts'

/** Resolved on each use: a test learns its port only after the start. */
export type PublicAddress = Pick<Config, 'publicUrl'>

const FILES_PATH = '/files/'
const NAME = /^[A-Za-z0-9_-]{22}\.(?:webp|pdf)$/

/**
 * The stored form of a URL: the path `/files/NAME.webp` for an upload (independent of the host name), anything else
 * unchanged.
 */
export function toStoredUrl(config: PublicAddress, url: string): string {
  const name = fileNameOf(config, url)
  return name === undefined ? url : FILES_PATH + name
}

/** The public form of a stored URL: absolute. '' stays ''. */
export function toPublicUrl(config: PublicAddress, stored: string): string {
  return stored.startsWith(FILES_PATH) ? config.publicUrl + stored : stored
}

/** The upload that a URL (stored or public) refers to; undefined for foreign URLs. */
export function fileNameOf(config: PublicAddress, url: string): string | undefined {
  if (url.startsWith(FILES_PATH)) return asName(url.slice(FILES_PATH.length))
  if (!isOwnHost(config, url)) return undefined
  const { pathname } = new URL(url)
  const prefix = new URL(config.publicUrl + FILES_PATH).pathname
  return pathname.startsWith(prefix) ? asName(pathname.slice(prefix.length)) : undefined
}

/** The name in a stored URL, for queries without access to the configuration. */
export const storedFileName = (stored: string): string | undefined =>
  stored.startsWith(FILES_PATH) ? asName(stored.slice(FILES_PATH.length)) : undefined

/** Whether the text has the form of an upload's name. */
export const isFileName = (name: string): boolean => NAME.test(name)

export const storedUrlOf = (name: string): string => FILES_PATH + name

/** Own host with any scheme and port spelling: such a URL must be an existing upload (F3). */
export function isOwnHost(config: PublicAddress, url: string): boolean {
  if (!URL.canParse(url)) return false
  return hostOf(url) === hostOf(config.publicUrl)
}

const hostOf = (url: string) => new URL(url).host.replace(/\.(?=:|$)/, '')

const asName = (text: string) => {
  const [name = ''] = text.split(/[?#]/, 1)
  return NAME.test(name) ? name : undefined
}
