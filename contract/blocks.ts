import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { ListQuery } from './lists.ts'
import { m } from './texts.ts'
import { personFields, ROLES } from './users.ts'
import { IdParams } from './values.ts'

export const BlockedPerson = z
  .object({
    ...personFields,
    role: z.object({ type: z.enum(ROLES) }),
  })
  .meta({ id: 'BlockedPerson' })
export type BlockedPerson = z.infer<typeof BlockedPerson>

export const listBlocks = listEndpoint({
  method: 'GET',
  path: '/blocks',
  access: 'signed-in',
  summary: 'The people whom the caller has blocked, latest first',
  query: ListQuery,
  failure: m.general_request_failed,
  item: BlockedPerson,
})

export const blockPerson = endpoint({
  method: 'PUT',
  path: '/blocks/:id',
  access: 'signed-in',
  changes: [],
  summary: 'Blocks a person or ends the block, without their notice',
  params: IdParams,
  body: z.object({ blocked: z.boolean() }),
  failure: m.general_request_failed,
  response: z.object({ blocked: z.boolean() }),
})
