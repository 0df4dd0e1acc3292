import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataDir } from '../../server/lib/data-lock.ts'
import { StartError } from '../../server/lib/errors.ts'
import { migrations } from '../../server/migrations/migrations.ts'
import { columnTypes } from '../../server/migrations/types.ts'
import type { FillProgress } from './fill-progress.ts'

/**
 * A directory in the folder for temporary files, filled once by `fill` and reused by later runs. Its name holds a
 * fingerprint of the schema and of the rows; concurrent runs wait for the one that fills it.
 */
export async function filledOnce(
  name: string,
  engine: keyof typeof columnTypes,
  progress: FillProgress,
  fill: (dir: string) => Promise<void>,
): Promise<string> {
  const dir = join(tmpdir(), `puente-bench-${name}-${fingerprint(engine)}`)
  while (!existsSync(dir)) {
    const release = lockUnlessLocked(`${dir}.filling`)
    if (!release) {
      progress.log(`${dir} is being filled by another process …`)
      await sleep(1000)
      continue
    }
    try {
      if (existsSync(dir)) break
      const unfinished = `${dir}.unfinished`
      rmSync(unfinished, { recursive: true, force: true })
      mkdirSync(unfinished, { mode: 0o700 })
      await fill(unfinished)
      renameSync(unfinished, dir)
    } finally {
      release()
    }
  }
  return dir
}

/** Waits until no other run has a server on this directory; returns the release function. */
export async function lockFilled(dir: string, progress: FillProgress): Promise<() => void> {
  for (;;) {
    const release = lockUnlessLocked(`${dir}.used`)
    if (release) return release
    progress.log(`${dir} is in use by another run …`)
    await sleep(1000)
  }
}

function lockUnlessLocked(dir: string): (() => void) | undefined {
  try {
    return lockDataDir(dir)
  } catch (error) {
    if (error instanceof StartError) return undefined
    throw error
  }
}

function fingerprint(engine: keyof typeof columnTypes): string {
  const statements = Object.values(migrations).flatMap((migration) => migration(columnTypes[engine]))
  // A migration gives old rows a time in the future.
  const schema = statements.map((statement) => statement.replace(/'\d{4}-\d\d-\d\dT[\d:.]+Z'/, ''))
  const rows = readFileSync(new URL('fill-rows.ts', import.meta.url))
  return createHash('sha256').update(schema.join()).update(rows).digest('hex').slice(0, 12)
}
