import { statfs } from 'node:fs/promises'
import { m } from '#contract/texts.ts'
import { ApiError } from '../lib/errors.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'config' | 'engine' | 'files'>

const MEBIBYTE = 1024 * 1024

/** Free bytes for uploads and the SQLite file; undefined where both are elsewhere. */
export async function freeBytes({ config, engine, files }: Needs): Promise<number | undefined> {
  const free = await files.freeBytes()
  if (free !== undefined || engine !== 'sqlite') return free
  const { bavail, bsize } = await statfs(config.DATA_DIR)
  return bavail * bsize
}

/** Throws 503 while less than `MIN_FREE_MB` are free: the rest is for small writes. */
export async function requireFreeSpace(services: Needs): Promise<void> {
  const free = await freeBytes(services)
  if (free !== undefined && free < services.config.MIN_FREE_MB * MEBIBYTE) throw storageFull()
}

export const storageFull = () =>
  new ApiError(503, 'STORAGE_FULL', m.general_storage_full(), { retryAfterSeconds: 60 })
