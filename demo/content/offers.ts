import type { OfferSeed } from './offer-seed.ts'
import { SPANISH_OFFERS } from './offers-spain.ts'
import { WORLD_OFFERS } from './offers-world.ts'

export const OFFERS: OfferSeed[] = [...SPANISH_OFFERS, ...WORLD_OFFERS]
