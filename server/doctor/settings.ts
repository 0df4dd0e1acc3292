import { type Config, Settings } from '../config.ts'

const KNOWN = Object.keys(Settings.shape)
const MAX_TYPOS = 2
const MIN_LENGTH = 5

/** Names in the environment that are probably misspelt settings. */
export const misspelledSettings = (environment: Record<string, string | undefined>): string[] =>
  Object.keys(environment)
    .filter((name) => !KNOWN.includes(name) && name.length >= MIN_LENGTH)
    .map((name) => ({ name, nearest: nearestTo(name) }))
    .filter(({ nearest }) => nearest !== undefined)
    .map(({ name, nearest }) => `${name} is no setting: do you mean ${nearest}?`)

function nearestTo(name: string): string | undefined {
  const [nearest] = KNOWN.map((known) => ({ known, typos: distance(name.toUpperCase(), known) }))
    .filter(({ typos }) => typos <= MAX_TYPOS)
    .sort((a, b) => a.typos - b.typos)
  return nearest?.known
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Settings that are allowed but hardly intended in production. */
export function settingWarnings({ publicUrl, isDevelopment, ...config }: Config): string[] {
  if (isDevelopment) return []
  const warnings: string[] = []
  if (/^(localhost|127\.|\[::1\])/.test(new URL(publicUrl).hostname)) {
    warnings.push(`PUBLIC_URL is ${publicUrl}: links in mails lead people to their own machine`)
  }
  // Without a mail server it is a trial, like the demo.
  if (!config.SMTP_URL) return warnings
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL', 'PRIVACY_EMAIL', 'LEGAL_EMAIL'] as const) {
    if (/@example\.com>?$/.test(config[name])) warnings.push(`${name} is an example: ${config[name]}`)
  }
  return warnings
}
