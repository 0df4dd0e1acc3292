import { createRandom, type Random, uuidAt } from '../../server/test/random.ts'
import type { FileRecipe, WorldFile } from '../world-types.ts'
import { type Clock, createClock, iso } from './clock.ts'

/** What every part of the world is made with. */
export interface Maker {
  clock: Clock
  /** A generator for one part; parts do not disturb each other. */
  randomFor(part: string): Random
  newId(at: number): string
  /** Notes a file to be drawn and gives its address as it is stored. */
  addFile(kind: WorldFile['kind'], ownerId: string, at: number, recipe: FileRecipe): string
  files: WorldFile[]
}

export function createMaker(seed: string, now: Date): Maker {
  const root = createRandom(seed)
  const ids = root.fork('ids')
  const names = root.fork('file names')
  const files: WorldFile[] = []
  const newId = (at: number) => uuidAt(at, ids)
  return {
    clock: createClock(now),
    randomFor: (part) => root.fork(part),
    newId,
    files,
    addFile(kind, ownerId, at, recipe) {
      const name = `${newFileName(names)}.${kind === 'pdf' ? 'pdf' : 'webp'}`
      files.push({ id: newId(at), name, kind, ownerId, createdAt: iso(at), recipe })
      return `/files/${name}`
    },
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const newFileName = (random: Random) => Array.from({ length: 22 }, () => random.pick([...LETTERS])).join('')
