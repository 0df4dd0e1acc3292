import { texts } from '#contract/texts.ts'
import { badRequest } from '../lib/errors.ts'

const MAX_DEPTH = 20
const MAX_KEYS = 200
const MAX_ITEMS = 100

/** Parses a request body: no prototype keys, no endless nesting (G8). An empty body is undefined. */
export function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest(texts.general.malformed)
  }
  checkShape(value, 0, { keys: 0 })
  return value
}

function checkShape(value: unknown, depth: number, seen: { keys: number }): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw badRequest(texts.general.malformed)
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS) throw badRequest(texts.general.malformed)
    for (const item of value) checkShape(item, depth + 1, seen)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    seen.keys += 1
    const poisons =
      key === '__proto__' ||
      (key === 'constructor' && typeof inner === 'object' && inner !== null && 'prototype' in inner)
    if (seen.keys > MAX_KEYS || poisons) throw badRequest(texts.general.malformed)
    checkShape(inner, depth + 1, seen)
  }
}
