import type { CallLimit } from '#contract/call-limits.ts'
import { m } from '#contract/texts.ts'
import { ApiError } from './errors.ts'
import { ALLOWED, type Counter, createCounter, type SharedCounters, type Verdict } from './limit-counters.ts'

/**
 * At most `points` in `seconds`, counted per key (decision 32, K2). A reader is the account, or the
 * address of a visitor; a miss is a response to an address that no cache has.
 */
export type LimitRule = {
  name: string
  points: number
  seconds: number
  per: 'address' | 'miss' | 'user' | 'reader' | 'key'
}

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

export const LIMIT_RULES = {
  calls: { name: 'calls', points: 3000, seconds: MINUTE, per: 'address' },
  userCalls: { name: 'user-calls', points: 1200, seconds: MINUTE, per: 'user' },
  signIn: { name: 'sign-in', points: 30, seconds: 15 * MINUTE, per: 'key' },
  // Successful ones only, so that others cannot exhaust it.
  signedIn: { name: 'signed-in', points: 60, seconds: 15 * MINUTE, per: 'key' },
  signInAddress: { name: 'sign-in-address', points: 300, seconds: 15 * MINUTE, per: 'address' },
  failedLogin: { name: 'failed-login', points: 10, seconds: 15 * MINUTE, per: 'key' },
  failedLoginDevice: { name: 'failed-login-device', points: 10, seconds: 15 * MINUTE, per: 'key' },
  // Does not refuse: beyond it, unknown devices have the tries of `failedLoginGuarded` at each address (X7).
  failedLoginEmail: { name: 'failed-login-email', points: 20, seconds: 15 * MINUTE, per: 'key' },
  failedLoginGuarded: { name: 'failed-login-guarded', points: 2, seconds: 15 * MINUTE, per: 'key' },
  failedLoginAddress: { name: 'failed-login-address', points: 100, seconds: 15 * MINUTE, per: 'address' },
  register: { name: 'register', points: 30, seconds: HOUR, per: 'address' },
  forgotEmail: { name: 'forgot-email', points: 5, seconds: HOUR, per: 'key' },
  // Mails to one address that unknown devices may cause. As long as a reset link is valid.
  forgotMails: { name: 'forgot-mails', points: 10, seconds: HOUR, per: 'key' },
  forgotAddress: { name: 'forgot-address', points: 20, seconds: HOUR, per: 'address' },
  reset: { name: 'reset', points: 20, seconds: HOUR, per: 'address' },
  secondFactor: { name: 'second-factor', points: 300, seconds: 15 * MINUTE, per: 'address' },
  openId: { name: 'openid', points: 100, seconds: 15 * MINUTE, per: 'address' },
  mailLink: { name: 'mail-link', points: 60, seconds: HOUR, per: 'address' },
  resendConfirmation: { name: 'confirm-again', points: 5, seconds: HOUR, per: 'user' },
  changeEmail: { name: 'change-email', points: 5, seconds: HOUR, per: 'user' },
  // Each is mailed, to an address that nobody may have confirmed; so are sign-ins from new devices.
  credentials: { name: 'credentials', points: 20, seconds: HOUR, per: 'user' },
  deviceMails: { name: 'device-mails', points: 10, seconds: HOUR, per: 'key' },
  wrongOldPassword: { name: 'wrong-old-password', points: 5, seconds: 15 * MINUTE, per: 'user' },
  ticket: { name: 'ticket', points: 10, seconds: HOUR, per: 'address' },
  report: { name: 'report', points: 10, seconds: HOUR, per: 'address' },
  appeal: { name: 'appeal', points: 20, seconds: HOUR, per: 'address' },
  upload: { name: 'upload', points: 60, seconds: HOUR, per: 'user' },
  // Ten codes a day of five tries each; so many to a mailbox, and about a domain from all accounts together.
  verification: { name: 'verification', points: 10, seconds: DAY, per: 'user' },
  verificationMail: { name: 'verification-mail', points: 5, seconds: DAY, per: 'key' },
  verificationDomain: { name: 'verification-domain', points: 20, seconds: DAY, per: 'key' },
  verificationCheck: { name: 'verification-check', points: 60, seconds: HOUR, per: 'user' },
  message: { name: 'message', points: 60, seconds: MINUTE, per: 'user' },
  newPartner: { name: 'new-partner', points: 20, seconds: HOUR, per: 'user' },
  apply: { name: 'apply', points: 30, seconds: HOUR, per: 'user' },
  like: { name: 'like', points: 60, seconds: MINUTE, per: 'user' },
  unsubscribe: { name: 'unsubscribe', points: 60, seconds: HOUR, per: 'address' },
  write: { name: 'write', points: 120, seconds: MINUTE, per: 'user' },
  // These bound the processor time of an address.
  lists: { name: 'lists', points: 600, seconds: MINUTE, per: 'miss' },
  skills: { name: 'skills', points: 120, seconds: MINUTE, per: 'miss' },
  search: { name: 'search', points: 120, seconds: MINUTE, per: 'address' },
  contacts: { name: 'contacts', points: 60, seconds: MINUTE, per: 'reader' },
  render: { name: 'render', points: 120, seconds: MINUTE, per: 'address' },
  preview: { name: 'preview', points: 120, seconds: MINUTE, per: 'address' },
  view: { name: 'view', points: 10, seconds: HOUR, per: 'key' },
  handshake: { name: 'handshake', points: 30, seconds: MINUTE, per: 'address' },
} as const satisfies Record<CallLimit, LimitRule> & Record<string, LimitRule>

export type Limits = ReturnType<typeof createLimits>

/** Clients on the same machine are usually a proxy or a test: loopback addresses get a hundredfold (K2). */
export const LOOPBACK_FACTOR = 100

type Settings = { enabled: boolean; shared?: SharedCounters | undefined }

/** Counted in this process; with `shared` over all processes as well. */
export function createLimits({ enabled, shared }: Settings) {
  const counters = new Map<LimitRule, { loopback: Counter; remote: Counter }>()
  function countersOf(rule: LimitRule) {
    const of = (points: number) =>
      createCounter({ id: `${rule.name}:${points}`, points, seconds: rule.seconds }, shared)
    const made = { loopback: of(rule.points * LOOPBACK_FACTOR), remote: of(rule.points) }
    counters.set(rule, made)
    return made
  }
  function counterOf(rule: LimitRule, key: string): Counter {
    const { loopback, remote } = counters.get(rule) ?? countersOf(rule)
    return isPerAddress(rule) && isLoopback(key) ? loopback : remote
  }
  const keyOf = (rule: LimitRule, key: string) => (isPerAddress(rule) ? networkOf(key) : key)

  /** Counts one request and returns whether it is allowed. */
  function consume(rule: LimitRule, key: string): Verdict | Promise<Verdict> {
    return enabled ? counterOf(rule, key).take(keyOf(rule, key)) : ALLOWED
  }

  const look = (rule: LimitRule, key: string): Verdict | Promise<Verdict> =>
    enabled ? counterOf(rule, key).look(keyOf(rule, key)) : ALLOWED

  return {
    consume,

    /** Counts one request; over the limit it throws 429. Undefined if allowed synchronously. */
    take(rule: LimitRule, key: string): Promise<void> | undefined {
      const verdict = consume(rule, key)
      if (verdict === ALLOWED) return undefined
      return Promise.resolve(verdict).then(pass)
    },

    /** Throws 429 if the limit is used up; does not count. */
    async check(rule: LimitRule, key: string): Promise<void> {
      pass(await look(rule, key))
    },

    /** Whether one more is allowed; does not count. */
    async allows(rule: LimitRule, key: string): Promise<boolean> {
      return (await look(rule, key)).allowed
    },

    /** Takes back one counted request. */
    async refund(rule: LimitRule, key: string): Promise<void> {
      if (enabled) await counterOf(rule, key).refund(keyOf(rule, key))
    },
  }
}

const isPerAddress = ({ per }: LimitRule) => per === 'address' || per === 'miss' || per === 'reader'

function pass({ allowed, retryAfterSeconds }: Verdict): void {
  if (!allowed) throw tooMany(retryAfterSeconds)
}

const tooMany = (retryAfterSeconds: number) =>
  new ApiError(429, 'RATE_LIMITED', m.general_too_many(), { retryAfterSeconds })

export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** IPv6 clients are counted per /64 (G14). */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const rest = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const full = [...groups, ...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest]
  return full.slice(0, 4).join(':')
}
