import { createRandom, type Random, uuidAt } from '../../server/test/random.ts'
import type { WorldFile } from '../world-types.ts'
import { type Clock, createClock, iso } from './clock.ts'

const SEED = 'puente'

/** Shared by all parts of the world: the clock, random numbers, ids and files. */
export interface WorldBuilder {
  clock: Clock
  /** An independent generator, so that a change in one part leaves the others as they are. */
  randomFor(part: string): Random
  newId(at: number): string
  /** Adds an upload with the content of `files/{source}/`; returns its stored address. */
  addFile(kind: WorldFile['kind'], ownerId: string, at: number, source: string): string
  files: WorldFile[]
}

export function createBuilder(now: Date): WorldBuilder {
  const root = createRandom(SEED)
  const ids = root.fork('ids')
  const names = root.fork('file names')
  const files: WorldFile[] = []
  const newId = (at: number) => uuidAt(at, ids)
  return {
    clock: createClock(now),
    randomFor: (part) => root.fork(part),
    newId,
    files,
    addFile(kind, ownerId, at, source) {
      const isPdf = kind === 'pdf'
      const name = `${newFileName(names)}.${isPdf ? 'pdf' : 'webp'}`
      const contentType = isPdf ? 'application/pdf' : 'image/webp'
      files.push({ id: newId(at), name, kind, ownerId, contentType, createdAt: iso(at), source })
      return `/files/${name}`
    },
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const newFileName = (random: Random) => Array.from({ length: 22 }, () => random.pick([...LETTERS])).join('')
