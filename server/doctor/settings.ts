import { type Config, Settings } from '../config.ts'
import { nearestName } from '../lib/nearest-name.ts'

const KNOWN = Object.keys(Settings.shape)
const MIN_LENGTH = 5

/** Names in the environment that are probably misspelt settings. */
export const misspelledSettings = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment)
    .filter((name) => !KNOWN.includes(name) && name.length >= MIN_LENGTH)
    .map((name) => ({ name, nearest: nearestName(name.toUpperCase(), KNOWN) }))
    .filter(({ nearest }) => nearest !== undefined)
    .map(({ name, nearest }) => `${name} is no setting: do you mean ${nearest}?`)

/** Settings that are allowed but hardly intended in production. */
export function settingWarnings({ publicUrl, isDevelopment, ...config }: Config): string[] {
  if (isDevelopment) return []
  const warnings: string[] = []
  if (/^(localhost|127\.|\[::1\])/.test(new URL(publicUrl).hostname)) {
    warnings.push(`PUBLIC_URL is ${publicUrl}: links in mails lead people to their own machine`)
  }
  // Without a mail server it is a trial, like the demo.
  if (config.mailTransport === 'outbox') return warnings
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL', 'PRIVACY_EMAIL', 'LEGAL_EMAIL'] as const) {
    if (/@example\.com>?$/.test(config[name])) warnings.push(`${name} is an example: ${config[name]}`)
  }
  return warnings
}
