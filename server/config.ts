import { z } from 'zod'
import { RETENTION_DAYS } from '#contract/retention.ts'
import { StartError } from './lib/errors.ts'

const number = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const days = (fallback: number) => z.coerce.number().int().min(1).max(36_500).default(fallback)
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

/** `name=value` as OpenTelemetry has it: what is no letter may be percent-encoded. Undefined for anything else. */
function readHeader(pair: string): [string, string] | undefined {
  const [, name, value] = /^([\w-]+)=(.+)$/.exec(pair) ?? []
  try {
    return name && value ? [name, decodeURIComponent(value)] : undefined
  } catch {
    return undefined
  }
}

/** Every setting, with its default. `.env.example` and docs/operations.md explain them. */
export const Settings = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  JWT_SECRET: z.string().optional(),
  JWT_SECRET_PREVIOUS: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .optional(),
  REDIS_URL: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  MAIL: z.enum(['smtp', 'outbox']).optional(),
  MAIL_FROM: z.string().default('Puente <no-reply@example.com>'),
  SUPPORT_EMAIL: z.string().default('support@example.com'),
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto)$/ }).optional(),
  PRIVACY_EMAIL: z.string().default('privacy@example.com'),
  LEGAL_EMAIL: z.string().default('legal@example.com'),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_TOKEN: z.string().optional(),
  GITHUB_TIMEOUT_MS: z.coerce.number().int().min(100).default(5000),
  TRUST_PROXY: list,
  CORS_ORIGINS: list.refine((origins) => !origins.includes('*'), "must name exact origins, '*' is refused"),
  STOP_DELAY_MS: number(0),
  RATE_LIMITS: onOff('on'),
  MAX_CONNECTIONS_PER_ADDRESS: number(256),
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
  OTEL_SERVICE_NAME: z.string().default('puente'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  PRODUCT_NAME: z.string().min(1).max(40).default('Puente'),
  HOME_STATS_FACTOR: number(100),
  USER_QUOTA_MB: number(200),
  MIN_FREE_MB: number(500),
  RETENTION_APPLICATIONS_DAYS: days(RETENTION_DAYS.APPLICATIONS),
  RETENTION_SESSIONS_DAYS: days(RETENTION_DAYS.SESSIONS),
  RETENTION_TICKETS_DAYS: days(RETENTION_DAYS.TICKETS),
  RETENTION_OUTBOX_DAYS: days(RETENTION_DAYS.OUTBOX),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment once. A wrong setting stops the start with one clear line each. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
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
  return { ...settings, publicUrl, isDevelopment: settings.NODE_ENV === 'development' }
}

const MIN_SECRET_BYTES = 32

/** SECURITY-RULES G14, G15. */
function inconsistencies(settings: z.output<typeof Settings>): string[] {
  const problems: string[] = []
  for (const name of ['JWT_SECRET', 'JWT_SECRET_PREVIOUS'] as const) {
    const secret = settings[name]
    if (secret !== undefined && (Buffer.byteLength(secret) < MIN_SECRET_BYTES || /^(.)\1*$/.test(secret))) {
      problems.push(`${name}: must be at least ${MIN_SECRET_BYTES} random bytes.`)
    }
  }
  if (settings.S3_ENDPOINT) {
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const) {
      if (!settings[name]) problems.push(`${name}: is needed with S3_ENDPOINT.`)
    }
  }
  if (settings.DATABASE_URL && !settings.JWT_SECRET) problems.push('JWT_SECRET: is needed with DATABASE_URL.')
  if (settings.DATABASE_URL && !settings.SMTP_URL && settings.MAIL !== 'outbox') {
    problems.push('SMTP_URL: is needed with DATABASE_URL, unless MAIL=outbox.')
  }
  if (settings.MAIL === 'smtp' && !settings.SMTP_URL) problems.push('SMTP_URL: is needed with MAIL=smtp.')
  if (
    settings.TRUST_PROXY.some((entry) => !/^[\d.:a-fA-F]+(\/\d{1,3})?$/.test(entry) || /^\d+$/.test(entry))
  ) {
    problems.push('TRUST_PROXY: must be a list of addresses or networks.')
  }
  return problems
}
