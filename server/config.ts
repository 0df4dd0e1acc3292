import { isIP } from 'node:net'
import { z } from 'zod'
import { LANGUAGES, type Locale } from '#contract/locale.ts'
import { OFFER_DAYS, OFFER_WARNING_DAYS } from '#contract/offer-life.ts'
import { RETENTION_DAYS } from '#contract/retention.ts'
import { loginVariables } from '../bin/settings.mjs'
import { StartError } from './lib/errors.ts'

const number = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const days = (fallback: number) => z.coerce.number().int().min(1).max(36_500).default(fallback)
/** A duration; decimals let tests shorten it to seconds. */
const span = (fallback: number) => z.coerce.number().min(0).max(36_500).default(fallback)
/** `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. */
function isServerAddress(value: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(value) ?? []
  const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536)
  return isIP(bracketed ?? plain ?? value) !== 0 && isPort
}
const isMailAddress = (value: string) => /^[^\n]*[^\s<@]@[^\s@>]+>?$/.test(value)
const mailAddress = (fallback: string) =>
  z.string().refine(isMailAddress, 'is no mail address').default(fallback)
function isRoot(value: string): boolean {
  const { pathname, search, hash } = new URL(value)
  return /^\/+$/.test(pathname) && search + hash === ''
}
const isOrigin = (value: string) => value === '*' || (URL.canParse(value) && new URL(value).origin === value)
const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off']).default(fallback)
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** `name=value` of OpenTelemetry, percent-encoded. Undefined for anything else. */
function readHeader(pair: string): [string, string] | undefined {
  const [, name, value] = /^([\w-]+)=(.+)$/.exec(pair) ?? []
  try {
    return name && value ? [name, decodeURIComponent(value)] : undefined
  } catch {
    return undefined
  }
}

const MAIL_TRANSPORTS = ['smtp', 'outbox'] as const
export type MailTransport = (typeof MAIL_TRANSPORTS)[number]

/** Every setting, with its default. `.env.example` and docs/operations.md explain them. */
export const Settings = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isRoot, 'must be an address without a path')
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  JWT_SECRET: z.string().optional(),
  JWT_SECRET_NEXT: z.string().optional(),
  JWT_SECRET_PREVIOUS: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^(rediss?:\/\/[^/]|\/)/, 'must begin with redis:// or rediss://, or be the path of a socket file')
    .optional(),
  BUS_NAME: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('puente'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  BACKUP_RECIPIENTS: list,
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, 'must begin with smtp:// or smtps://')
    .optional(),
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(4),
  SMTP_RATE: z.coerce.number().int().min(1).default(10),
  MAIL: z.enum(MAIL_TRANSPORTS).optional(),
  MAIL_FROM: mailAddress('Puente <no-reply@example.com>'),
  SUPPORT_EMAIL: mailAddress('support@example.com'),
  DIGEST_HOURLY_MINUTES: span(60),
  DIGEST_DAILY_HOURS: span(24),
  DIGEST_WEEKLY_DAYS: span(7),
  PUSH_ALLOW_PRIVATE: z.stringbool().default(false),
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
  PRIVACY_EMAIL: mailAddress('privacy@example.com'),
  LEGAL_EMAIL: mailAddress('legal@example.com'),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_TOKEN: z.string().optional(),
  GITHUB_URL: z
    .url()
    .default('https://github.com')
    .transform((url) => url.replace(/\/+$/, '')),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().min(1).max(40).default('OpenID'),
  GITHUB_TIMEOUT_MS: z.coerce.number().int().min(100).default(5000),
  TRUST_PROXY: list,
  CORS_ORIGINS: list
    .refine((origins) => !origins.includes('*'), "must name exact origins, '*' is refused")
    .refine((origins) => origins.every(isOrigin), 'must be origins such as https://app.example.com'),
  STOP_DELAY_MS: number(0),
  RATE_LIMITS: onOff('on'),
  MAX_CONNECTIONS_PER_ADDRESS: number(256),
  BODY_TIMEOUT_MS: z.coerce.number().int().min(100).default(20_000),
  STALLED_TIMEOUT_MS: z.coerce.number().int().min(100).default(30_000),
  PUBLIC_CACHE: onOff('on'),
  EXTERNAL_IMAGES: onOff('off'),
  PASSWORD_BLOCKLIST: z.enum(['off', 'warn', 'enforce']).default('warn'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'silent']).default('info'),
  METRICS_TOKEN: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list
    .refine((pairs) => pairs.every(readHeader), 'must be name=value, with commas between')
    .transform((pairs) => Object.fromEntries(pairs.map(readHeader).filter((header) => header !== undefined))),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(10).default(5000),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(10).default(10_000),
  OTEL_SERVICE_NAME: z.string().default('puente'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LANGUAGE: z.enum(['quoted', ...LANGUAGES]).default('quoted'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Puente'),
  HOME_STATS_FACTOR: number(100),
  MESSAGE_EDIT_MINUTES: span(15),
  MISSED_MAIL_MINUTES: span(15),
  MISSED_MAIL_HOURS: span(6),
  OUTREACH_PER_DAY: z.coerce.number().int().min(0).optional(),
  USER_QUOTA_MB: number(200),
  MIN_FREE_MB: number(500),
  MODERATOR_EMAILS: list
    .refine((addresses) => addresses.every(isMailAddress), 'must be mail addresses, with commas between')
    .transform((addresses) => addresses.map((address) => address.toLowerCase())),
  MODERATOR_CONFIRM_HOURS: span(12),
  MOD_FREEZE_REPORTS: z.coerce.number().int().min(1).default(3),
  REQUIRE_PAY: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  NEW_DEVICE_DAYS: span(90),
  REQUIRE_CONFIRMED: z.stringbool().default(false),
  CONFIRM_DAYS: span(3),
  REQUIRE_VERIFIED: z.stringbool().default(false),
  VERIFIED_MONTHS: span(12),
  DNS_SERVER: z
    .string()
    .refine(isServerAddress, 'must be an IP address, or one with a port such as 127.0.0.1:5353')
    .optional(),
  EMAIL_UNDO_DAYS: span(7),
  FORMER_HANDLE_DAYS: span(90),
  OFFER_DAYS: span(OFFER_DAYS),
  DECISION_DELAY_MINUTES: span(10),
  STATUS_MAIL_MINUTES: span(1),
  NO_ANSWER_DAYS: span(14),
  ANSWER_REMINDER_DAYS: span(7),
  REMINDER_MAIL_HOURS: span(24),
  RESPONSIVENESS_SECONDS: span(60),
  OFFER_WARNING_DAYS: span(OFFER_WARNING_DAYS),
  RETENTION_APPLICATIONS_DAYS: days(RETENTION_DAYS.APPLICATIONS),
  RETENTION_SESSIONS_DAYS: days(RETENTION_DAYS.SESSIONS),
  RETENTION_TICKETS_DAYS: days(RETENTION_DAYS.TICKETS),
  RETENTION_OUTBOX_DAYS: days(RETENTION_DAYS.OUTBOX),
  RETENTION_REPORTS_DAYS: days(RETENTION_DAYS.REPORTS),
  RETENTION_HISTORY_DAYS: days(RETENTION_DAYS.HISTORY),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once. Each wrong setting stops the start with one clear line. */
export function readConfig(environment: Record<string, string | undefined>) {
  const others = loginVariables(environment)
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' && !others.includes(name)),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    throw new StartError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}.`).join('\n'),
    )
  }
  const settings = parsed.data
  const problems = inconsistencies(settings)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  const locale: Locale = settings.LANGUAGE === 'quoted' ? 'en-quoted' : settings.LANGUAGE
  const mailTransport = settings.MAIL ?? (settings.SMTP_URL ? 'smtp' : 'outbox')
  const isDevelopment = settings.NODE_ENV === 'development'
  return { ...settings, locale, publicUrl, mailTransport, isDevelopment }
}

/** Secrets whose signatures are accepted beside those of the signing one, before and after a rotation. */
export const otherSecrets = ({ JWT_SECRET_NEXT, JWT_SECRET_PREVIOUS }: Config): string[] =>
  [JWT_SECRET_NEXT, JWT_SECRET_PREVIOUS].filter((secret) => secret !== undefined)

/** Secrets of documentation and tutorials, which are public. */
const EXAMPLE_SECRETS = [
  /^(change|replace|your|example)[-_ ]/i,
  /^changeme/i,
  /^a-string-secret-at-least-/,
  /EXAMPLEKEY/,
  /^minioadmin$/,
]

const MIN_SECRET_BYTES = 32

/** Rules G14 and G15. */
function inconsistencies(settings: z.output<typeof Settings>): string[] {
  const problems: string[] = []
  for (const name of ['JWT_SECRET', 'JWT_SECRET_NEXT', 'JWT_SECRET_PREVIOUS'] as const) {
    const secret = settings[name]
    if (secret !== undefined && (Buffer.byteLength(secret) < MIN_SECRET_BYTES || /^(.)\1*$/.test(secret))) {
      problems.push(`${name}: must be at least ${MIN_SECRET_BYTES} random bytes.`)
    }
  }
  for (const name of ['JWT_SECRET', 'JWT_SECRET_NEXT', 'JWT_SECRET_PREVIOUS', 'S3_SECRET_KEY'] as const) {
    if (EXAMPLE_SECRETS.some((example) => example.test(settings[name] ?? ''))) {
      problems.push(`${name}: is an example that strangers know.`)
    }
  }
  if (settings.S3_BUCKET && !settings.S3_ENDPOINT) problems.push('S3_ENDPOINT: is needed with S3_BUCKET.')
  if (settings.BACKUP_S3_BUCKET) problems.push(...problemsOfBackupBucket(settings))
  if (settings.S3_ENDPOINT) {
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
      if (!settings[name]) problems.push(`${name}: is needed with S3_ENDPOINT.`)
    }
  }
  if (settings.DATABASE_URL && !settings.JWT_SECRET) problems.push('JWT_SECRET: is needed with DATABASE_URL.')
  if (settings.DATABASE_URL && !settings.SMTP_URL && !settings.MAIL) {
    problems.push('SMTP_URL: is needed with DATABASE_URL, unless MAIL=outbox.')
  }
  if (settings.MAIL === 'smtp' && !settings.SMTP_URL) problems.push('SMTP_URL: is needed with MAIL=smtp.')
  problems.push(...problemsOfProviders(settings))
  if (
    settings.TRUST_PROXY.some((entry) => !/^[\d.:a-fA-F]+(\/\d{1,3})?$/.test(entry) || /^\d+$/.test(entry))
  ) {
    problems.push('TRUST_PROXY: must be a list of addresses or networks.')
  }
  return problems
}

/** An incomplete client cannot sign anybody in, and without TLS the exchange could be read. */
function problemsOfProviders(settings: z.output<typeof Settings>): string[] {
  const problems: string[] = []
  for (const names of [
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ] as const) {
    const isUsed = names.some((name) => settings[name])
    for (const name of names) {
      if (isUsed && !settings[name])
        problems.push(`${name}: is needed with ${names.find((one) => settings[one])}.`)
    }
  }
  for (const name of ['OIDC_ISSUER', 'GITHUB_URL'] as const) {
    const { protocol, hostname } = new URL(settings[name] ?? 'https://none.invalid')
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      problems.push(`${name}: must be https, but on this machine.`)
  }
  return problems
}

/** Missing settings default to those of the uploads' bucket. */
function problemsOfBackupBucket(settings: z.output<typeof Settings>): string[] {
  const problems = (['ENDPOINT', 'ACCESS_KEY', 'SECRET_KEY'] as const)
    .filter((name) => !settings[`BACKUP_S3_${name}`] && !settings[`S3_${name}`])
    .map((name) => `BACKUP_S3_${name}: is needed with BACKUP_S3_BUCKET.`)
  const isSame = !settings.BACKUP_S3_ENDPOINT || settings.BACKUP_S3_ENDPOINT === settings.S3_ENDPOINT
  if (isSame && settings.BACKUP_S3_BUCKET === settings.S3_BUCKET)
    problems.push('BACKUP_S3_BUCKET: must be another bucket than that of the uploads.')
  return problems
}
