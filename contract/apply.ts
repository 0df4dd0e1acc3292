import { z } from 'zod'
import { Application } from './applications.ts'
import { endpoint } from './endpoint.ts'
import { Offer } from './offers.ts'
import { m } from './texts.ts'
import { IdParams } from './values.ts'

export const applyToOffer = endpoint({
  method: 'POST',
  path: '/offers/:id/apply',
  access: 'developer',
  limits: ['apply'],
  changes: ['offers'],
  summary: 'Applies once to an offer',
  params: IdParams,
  body: Application,
  failure: m.offers_apply_failed,
  response: z.object({ msg: z.string(), offer: Offer }),
})
