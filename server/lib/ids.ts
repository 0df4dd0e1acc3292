import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** 12 bits. */
const MAX_PER_MILLISECOND = 4095
let last = { time: 0, count: 0 }

/**
 * UUIDv7: sorts by time, and within a millisecond by creation in this process (RFC 9562, 6.2, method 1). 62 random bits
 * cannot be guessed.
 */
export function newId(): string {
  const time = Date.now()
  if (time > last.time) last = { time, count: 0 }
  else if (last.count < MAX_PER_MILLISECOND) last.count += 1
  else last = { time: last.time + 1, count: 0 }
  const stamp = last.time.toString(16).padStart(12, '0')
  const count = last.count.toString(16).padStart(3, '0')
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${count}${randomUUIDv7().slice(18)}`
}

/** 128 random bits for the name of a file (F4). */
export const newFileName = (): string => randomBytes(16).toString('base64url')

export const now = (): string => new Date().toISOString()
