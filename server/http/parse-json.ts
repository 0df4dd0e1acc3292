import { isUtf8 } from 'node:buffer'
import { m } from '#contract/texts.ts'
import { badRequest } from '../lib/errors.ts'

const MAX_DEPTH = 20
const MAX_KEYS = 200
const MAX_ITEMS = 100
/** Of a change of many things at once (G8). */
const MAX_IDS = 500
/** A full list under every key. */
const MAX_VALUES = MAX_KEYS * MAX_ITEMS

/**
 * Parses a request body: UTF-8 (RFC 8259), no prototype keys, limited nesting (G8), and a number of values that does
 * not block the event loop (X1). An empty body is undefined.
 */
export function parseBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes) || hasTooManyValues(bytes)) throw badRequest(m.general_malformed())
  const text = bytes.toString()
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badRequest(m.general_malformed())
  }
  checkShape(value, 0, { keys: 0 })
  return value
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{')

/** Counted without parsing: each value of a list or an object but the first follows a comma. */
function hasTooManyValues(bytes: Buffer): boolean {
  let values = 0
  let isInText = false
  for (let at = 0; at < bytes.length && values <= MAX_VALUES; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) isInText = !isInText
    else if (isInText && byte === BACKSLASH) at += 1
    else if (!isInText && (byte === COMMA || byte === BRACKET || byte === BRACE)) values += 1
  }
  return values > MAX_VALUES
}

const isListOfIds = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_IDS && value.every((item) => typeof item === 'string')

function checkShape(value: unknown, depth: number, seen: { keys: number }): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw badRequest(m.general_malformed())
  if (Array.isArray(value)) {
    if (value.length > MAX_ITEMS) throw badRequest(m.general_malformed())
    for (const item of value) checkShape(item, depth + 1, seen)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    seen.keys += 1
    if (key === 'ids' && isListOfIds(inner)) continue
    const poisons =
      key === '__proto__' ||
      (key === 'constructor' && typeof inner === 'object' && inner !== null && 'prototype' in inner)
    if (seen.keys > MAX_KEYS || poisons) throw badRequest(m.general_malformed())
    checkShape(inner, depth + 1, seen)
  }
}
