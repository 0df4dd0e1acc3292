import type { FastifyBaseLogger } from 'fastify'
import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import { invalid } from '../lib/errors.ts'

type Checked = { password: string; field: string }

/** Refuses or only logs common passwords, by configuration (A3). */
export function checkCommonPassword(
  { PASSWORD_BLOCKLIST }: Pick<Config, 'PASSWORD_BLOCKLIST'>,
  log: FastifyBaseLogger,
  { password, field }: Checked,
): void {
  if (PASSWORD_BLOCKLIST === 'off' || !isCommonPassword(password)) return
  if (PASSWORD_BLOCKLIST === 'enforce') throw invalid({ [field]: m.auth_password_common() })
  log.warn({ event: 'common password chosen' }, 'security')
}

const WORDS =
  'abc abcd access admin administrator alexander angel apple asdf asdfgh ashley baseball batman buster changeme charlie computer contraseña cookie daniel default donald dragon flower football freedom george google guest hello hola hunter iloveyou internet jennifer jessica jordan justin killer letmein login london lovely master matrix michael michelle monkey mustang nicole ninja pass passw password pepper princess puente qazwsx qwerty qwertyuiop qwer secret shadow soccer spring starwars summer sunshine superman teamo temp tequiero test thomas tigger trustno user welcome whatever winter zaq zxcvbn'
const COMMON = new Set(WORDS.split(' '))
const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** A common word with replaced letters, digits and punctuation before or after it. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFC').toLowerCase()
  const core = lower.replaceAll(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '')
  const plain = core.replaceAll(/[@43!10$57]/g, (sign) => LEET[sign] ?? sign)
  return [core, plain, plain.replaceAll(/[^\p{L}]/gu, '')].some((word) => COMMON.has(word))
}
