import type { Services } from '../lib/services.ts'
import { DEMO_DEVELOPER, DEMO_PASSWORD, DEMO_RECRUITER, isEmpty, isSeeded } from './accounts.ts'

/** The world is the same everywhere; only its times follow the day of the first start. */
const SEED = 'puente'

const ACCOUNTS = [
  'Sign in to the demo world with',
  `  developer   ${DEMO_DEVELOPER}   ${DEMO_PASSWORD}`,
  `  recruiter   ${DEMO_RECRUITER}   ${DEMO_PASSWORD}`,
].join('\n')

const NOT_EMPTY = 'The data directory holds data of its own, so the demo world was not added to it.'

/** Fills an empty database with the demo world; gives the text that names its accounts. */
export async function prepareDemo(services: Pick<Services, 'db' | 'files' | 'log'>): Promise<string> {
  if (await isSeeded(services.db)) return ACCOUNTS
  if (!(await isEmpty(services.db))) return NOT_EMPTY
  // Fetched here: a start that finds the world in place has no use for what draws and writes it.
  const [{ buildWorld }, { seedDemo }] = await Promise.all([import('./world.ts'), import('./insert.ts')])
  const world = buildWorld({ seed: SEED, now: new Date() })
  services.log.info({ pictures: world.files.length }, 'drawing the demo world, which takes a few seconds')
  await seedDemo(services, world)
  return ACCOUNTS
}
