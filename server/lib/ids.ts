import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** UUIDv7: sorts by time, and 74 random bits cannot be guessed. */
export const newId = (): string => randomUUIDv7()

/** 128 random bits for the address of a file (F4). */
export const newFileName = (): string => randomBytes(16).toString('base64url')

export const now = (): string => new Date().toISOString()
