import { z } from 'zod'
import english from 'zod/v4/locales/en.js'
import spanish from 'zod/v4/locales/es.js'
import type { Endpoint } from '#contract/endpoint.ts'
import { getLanguage, type Language } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import { invalid, notFound } from '../lib/errors.ts'

/** Default messages for schemas without one; other languages have 'Invalid'. */
const ZOD_TEXTS: Partial<Record<Language, z.core.$ZodErrorMap>> = {
  en: english().localeError,
  es: spanish().localeError,
}
z.config({ localeError: (issue) => ZOD_TEXTS[getLanguage()]?.(issue) ?? m.general_invalid() })

/** Path parameters; 404 for an ID that cannot exist. */
export function parseParams({ params }: Endpoint, given: unknown): unknown {
  const parsed = params.safeParse(given ?? {})
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** A query or body; 400 with a text for each invalid input. */
export function parseInput(shape: z.ZodType, given: unknown): unknown {
  const parsed = shape.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  throw invalid(fieldTexts(parsed.error))
}

/** The first text for each input; nested inputs with dots (decision 27). */
function fieldTexts(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  return Object.keys(fields).some((name) => name !== '') ? fields : { body: m.general_malformed() }
}
