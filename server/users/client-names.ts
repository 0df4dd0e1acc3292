import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { m } from '#contract/texts.ts'

/** The names of browser and system in the list of sessions; '' for unknown ones. */
export type Client = { browser: string; system: string }

/** Real user agents are shorter; the library's regular expressions are not run on longer ones (X1). */
const MAX_LENGTH = 300

// The library returns unknown names as sent; input of strangers must not get into mails (X8).
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP))

const known = (names: Set<string>, name = '') => (names.has(name) ? name : '')

/** Derived from the user agent, which is not stored. */
export function clientOf({ headers }: Pick<FastifyRequest, 'headers'>): Client {
  const agent = userAgentOf({ headers })
  if (agent === '') return { browser: '', system: '' }
  const parser = Bowser.getParser(agent)
  return { browser: known(BROWSERS, parser.getBrowserName()), system: known(SYSTEMS, parser.getOSName()) }
}

export const userAgentOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, MAX_LENGTH)

/** 'Firefox on Linux'. */
export function deviceWords({ browser, system }: Client): string {
  if (browser !== '' && system !== '') return m.security_device({ browser, system })
  return browser || system || m.security_unknown_device()
}
