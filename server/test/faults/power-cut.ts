import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('synced.c', import.meta.url))

/** Whether this machine can record syncs: Linux, with a C compiler. */
export const canCutPower = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0

/** Traces the syncs of a server in its data directory, and leaves exactly the synced state when the power is cut. */
export function createPower(dataDir: string) {
  const folder = mkdtempSync(join(tmpdir(), 'puente-synced-'))
  const library = join(folder, 'synced.so')
  const synced = join(folder, 'synced')
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stderr)

  return {
    /** For the server's environment. */
    settings: { LD_PRELOAD: library, SYNCED: synced, SYNCED_OF: dataDir, UV_USE_IO_URING: '0' },

    /** Marks the current content as synced; call it while nothing runs. */
    on(): void {
      rmSync(synced, { recursive: true, force: true })
      mkdirSync(synced)
      note(dataDir, synced)
    },

    /** Reduces the data directory to its synced state. Call it when the server is dead. */
    cut(): void {
      const root = statSync(dataDir).ino
      rmSync(dataDir, { recursive: true })
      build(synced, root, dataDir)
    },

    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function note(folder: string, synced: string): void {
  const lines = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name)
    const { ino } = statSync(path)
    if (entry.isDirectory()) note(path, synced)
    else copyFileSync(path, join(synced, `i${ino}`))
    return `${ino} ${entry.isDirectory() ? 'd' : 'i'} ${entry.name}\n`
  })
  writeFileSync(join(synced, `d${statSync(folder).ino}`), lines.join(''))
}

/** A folder whose names were never synced is empty, and so is such a file. */
function build(synced: string, inode: number | string, folder: string): void {
  mkdirSync(folder, { mode: 0o700 })
  const listing = join(synced, `d${inode}`)
  if (!existsSync(listing)) return
  for (const line of readFileSync(listing, 'utf8').split('\n')) {
    const [, ino, type, name] = /^(\d+) ([di]) (.+)$/.exec(line) ?? []
    if (ino === undefined || name === undefined) continue
    const copy = join(synced, `i${ino}`)
    if (type === 'd') build(synced, ino, join(folder, name))
    else if (existsSync(copy)) copyFileSync(copy, join(folder, name))
    else writeFileSync(join(folder, name), '')
  }
}
