import { statfs } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import type { FileStore } from './file-store.ts'

type Needs = { config: Config; engine: Engine; files: FileStore; log: FastifyBaseLogger }

const MEBIBYTE = 1024 * 1024

export type FreeSpace = ReturnType<typeof createFreeSpace>

/** The free space for uploads and the SQLite file; logs each change between too little and enough for large writes. */
export function createFreeSpace({ config, engine, files, log }: Needs) {
  let isLow = false

  /** Undefined where both are elsewhere. */
  async function bytes(): Promise<number | undefined> {
    const free = await files.freeBytes()
    if (free !== undefined || engine !== 'sqlite') return free
    const { bavail, bsize } = await statfs(config.DATA_DIR)
    return bavail * bsize
  }

  /** Throws 503 while less than `MIN_FREE_MB` are free: the rest is for small writes. */
  async function requireForLargeWrite(): Promise<void> {
    const free = await bytes()
    const wasLow = isLow
    isLow = free !== undefined && free < config.MIN_FREE_MB * MEBIBYTE
    if (isLow && !wasLow) log.warn({ freeBytes: free }, 'large writes are refused below MIN_FREE_MB')
    if (wasLow && !isLow) log.info({ freeBytes: free }, 'large writes are accepted again')
    if (isLow) throw storageFull()
  }

  return { bytes, requireForLargeWrite }
}

export const storageFull = () =>
  new ApiError(503, 'STORAGE_FULL', m.general_storage_full(), { retryAfterSeconds: 60 })
