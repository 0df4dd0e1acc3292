import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../server/lib/services.ts'
import { DEMO_DEVELOPER, DEMO_PASSWORD, DEMO_RECRUITER, isEmpty, isSeeded } from './accounts.ts'

/** The world is the same everywhere; only its times follow the day of the first start. */
const SEED = 'puente'
/** In the data directory while files of the demo world are missing; holds the moment at which it was made. */
const MARK = 'demo-undrawn'

const ACCOUNTS = [
  'Sign in to the demo world with',
  `  developer   ${DEMO_DEVELOPER}   ${DEMO_PASSWORD}`,
  `  recruiter   ${DEMO_RECRUITER}   ${DEMO_PASSWORD}`,
].join('\n')

const NOT_EMPTY = 'The data directory holds data of its own, so the demo world was not added to it.'

type Needs = Pick<Services, 'db' | 'files' | 'log' | 'config'>

export type Demo = {
  /** Names its accounts; nothing when nobody wanted a demo. */
  text?: string
  files: Services['files']
  /** Draws the pictures that are missing, behind the answers. */
  draw: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * With `--demo`, fills an empty database with the demo world. Its pictures come after the first answer, or before with
 * `--drawn`; what an interrupted start left undrawn comes with the next one, demo or not.
 */
export async function openDemo(services: Needs, args: readonly string[]): Promise<Demo> {
  const mark = join(services.config.DATA_DIR, MARK)
  const text = args.includes('--demo') ? await fill(services, mark) : undefined
  const drawing = existsSync(mark) ? await openDrawing(services, mark) : undefined
  const demo: Demo = {
    ...(text !== undefined && { text }),
    files: drawing?.files ?? services.files,
    draw: async () => {
      if (!(await drawing?.all())) return
      rmSync(mark, { force: true })
      services.log.info('all pictures of the demo world are drawn')
    },
    stop: async () => drawing?.stop(),
  }
  if (args.includes('--drawn')) await demo.draw()
  return demo
}

async function fill({ db }: Needs, mark: string): Promise<string> {
  if (await isSeeded(db)) return ACCOUNTS
  if (!(await isEmpty(db))) return NOT_EMPTY
  const { seedDemo } = await import('./insert.ts')
  writeFileSync(mark, new Date().toISOString())
  await seedDemo(db, await worldOf(mark))
  return ACCOUNTS
}

async function openDrawing(services: Needs, mark: string) {
  const { createDrawing } = await import('./drawing.ts')
  return createDrawing(services, await worldOf(mark))
}

/** Fetched here: a start that finds the world in place has no use for what makes it. */
async function worldOf(mark: string) {
  const { buildWorld } = await import('./world.ts')
  return buildWorld({ seed: SEED, now: new Date(readFileSync(mark, 'utf8')) })
}
