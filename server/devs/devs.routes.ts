import {
  type DevOnboardingInput,
  getDev,
  listDevs as listDevsCall,
  onboardDev,
  searchDevs,
  updateDevProfile,
} from '#contract/devs.ts'
import { texts } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { search } from '../search/search.ts'
import type { Services } from '../services.ts'
import { updateProfile } from '../users/profile.writes.ts'
import { requireUser } from '../users/users.queries.ts'
import { listDevs, listDevsByIds, requireDev } from './devs.queries.ts'
import { developerColumns } from './devs.writes.ts'
import { listOutstandingDevs } from './outstanding.queries.ts'

export const devRoutes = (services: Services) => {
  const { db, jobs } = services

  async function update(userId: string, change: DevOnboardingInput) {
    const columns = await developerColumns(services, userId, change)
    const completes = change.hasCompletedOnboarding === true
    await db.transaction().execute((tx) => updateProfile(tx, userId, columns, { completes }))
    jobs.wake()
    return { message: texts.people.profileUpdated, user: await requireUser(db, userId) }
  }

  return [
    route(listDevsCall, ({ query }) =>
      query.outstanding ? listOutstandingDevs(db, query) : listDevs(db, query),
    ),

    route(searchDevs, {
      handle: async ({ query }) => {
        const { ids, total } = await search(services, 'users', query)
        return { items: await listDevsByIds(db, ids), total }
      },
    }),

    route(getDev, {
      find: ({ params }) => requireDev(db, params.id),
      handle: async ({ found, setHeader }) => {
        setHeader('x-robots-tag', 'noindex')
        return found
      },
    }),

    route(updateDevProfile, ({ body, user }) => update(user.id, body)),

    route(onboardDev, ({ body, user }) => update(user.id, body)),
  ]
}
