import { sql } from 'kysely'
import {
  type DevOnboardingInput,
  getDev,
  listDevs as listDevsCall,
  onboardDev,
  searchDevs,
  updateDevProfile,
} from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { hiddenFrom, listHidden } from '../blocks/blocks.queries.ts'
import { route } from '../http/route.ts'
import { search } from '../search/search.ts'
import type { Services } from '../services.ts'
import { updateProfile } from '../users/profile.writes.ts'
import { requireUser } from '../users/users.queries.ts'
import { countPortfolio, listDevs, listDevsByIds, requireDev } from './devs.queries.ts'
import { developerColumns } from './devs.writes.ts'
import { listOutstandingDevs } from './outstanding.queries.ts'

export const devRoutes = (services: Services) => {
  const { db, jobs } = services

  async function update(userId: string, change: DevOnboardingInput) {
    const columns = await developerColumns(services, userId, change)
    const completes = change.hasCompletedOnboarding === true
    await db.transaction().execute((tx) => updateProfile(tx, userId, columns, { completes }))
    jobs.wake()
    return { message: m.people_profile_updated(), user: await requireUser(services, userId) }
  }

  return [
    route(listDevsCall, async ({ query, user }) =>
      query.outstanding
        ? listOutstandingDevs(db, query, user && (await listHidden(db, user.id)))
        : listDevs(db, query, await hiddenFrom(db, user)),
    ),

    route(searchDevs, {
      handle: async ({ query, user }) => {
        const hidden = await hiddenFrom(db, user)
        const only = hidden && {
          key: hidden.key,
          conditions: [sql<boolean>`users.id not in ${hidden.people}`],
        }
        const { ids, total } = await search(services, 'users', { ...query, ...(only && { only }) })
        return { items: await listDevsByIds(db, ids), total }
      },
    }),

    route(getDev, {
      find: ({ params }) => requireDev(db, params.id),
      handle: async ({ found, setHeader }) => {
        setHeader('x-robots-tag', 'noindex')
        return { ...found, counts: await countPortfolio(db, found._id) }
      },
    }),

    route(updateDevProfile, ({ body, user }) => update(user.id, body)),

    route(onboardDev, ({ body, user }) => update(user.id, body)),
  ]
}
