import type { DeveloperSeed } from './developer-seed.ts'
import { SCREEN_DEVELOPERS } from './developers-screens.ts'
import { SYSTEMS_DEVELOPERS } from './developers-systems.ts'
import { WEB_DEVELOPERS } from './developers-web.ts'

/** The directory. Tomás has no projects, Irene no studies, as examples of empty states. */
export const DEVELOPERS: DeveloperSeed[] = [...WEB_DEVELOPERS, ...SYSTEMS_DEVELOPERS, ...SCREEN_DEVELOPERS]
