import type { z } from 'zod'
import {
  createExperience,
  createStudy,
  deleteExperience,
  deleteStudy,
  listExperiences,
  listStudies,
  updateExperience,
  updateStudy,
} from '#contract/careers.ts'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import type { ListQuery } from '#contract/lists.ts'
import { m, type Text } from '#contract/texts.ts'
import type { IdParams } from '#contract/values.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import { type Caller, type Route, route } from '../http/route.ts'
import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import type { QuotaKind } from '../quota/quotas.ts'
import type { Services } from '../services.ts'
import { requireActive } from '../users/users.queries.ts'
import { experienceQueries, studyQueries } from './careers.queries.ts'

export const careerRoutes = (services: Services): Route[] => [
  ...routesOf(services, {
    list: listExperiences,
    create: createExperience,
    update: updateExperience,
    remove: deleteExperience,
    queries: experienceQueries,
    logo: 'companyLogo',
    deleted: m.careers_experience_deleted,
  }),
  ...routesOf(services, {
    list: listStudies,
    create: createStudy,
    update: updateStudy,
    remove: deleteStudy,
    queries: studyQueries,
    logo: 'instituteLogo',
    deleted: m.careers_study_deleted,
  }),
]

type Calls<Input, Change, Entry> = {
  list: Endpoint<typeof IdParams, typeof ListQuery, z.ZodType, z.ZodType<Page<Entry>>, 'anyone'>
  create: Endpoint<z.ZodType, z.ZodType, z.ZodType<Input>, z.ZodType<Entry>, 'developer'>
  update: Endpoint<typeof IdParams, z.ZodType, z.ZodType<Change>, z.ZodType<Entry>, 'developer'>
  remove: typeof deleteExperience
}

type Queries<Input, Change, Entry> = {
  kind: QuotaKind
  list: (db: Db, ownerId: string, query: ListQuery) => Promise<Page<Entry>>
  requireOwn: (db: Db, user: Caller, id: string) => Promise<Entry>
  insert: (tx: Tx, ownerId: string, entry: Input) => Promise<string>
  update: (tx: Tx, ownerId: string, id: string, change: Change) => Promise<number>
  remove: (tx: Tx, ownerId: string, id: string) => Promise<boolean>
}

/** The routes of one kind of entry; `logo` is its field with a picture. */
function routesOf<
  Logo extends string,
  Input extends { [K in Logo]?: string | undefined },
  Change extends { [K in Logo]?: string | undefined },
  Entry extends { [K in Logo]: string } & { _id: string },
>(
  services: Services,
  {
    list,
    create,
    update,
    remove,
    queries,
    logo,
    deleted,
  }: Calls<Input, Change, Entry> & { queries: Queries<Input, Change, Entry>; logo: Logo; deleted: Text },
): Route[] {
  const { db, quota } = services

  /** The values with the logo as it is stored: an own upload, or the current one (F3). */
  async function withOwnLogo<Values extends Input | Change>(userId: string, given: Values, current = '') {
    const url = given[logo]
    if (url === undefined) return given
    const file = { url, current: [current], kind: 'image', field: logo } as const
    return { ...given, [logo]: await requireUnchangedOrOwnFile(services, userId, file) }
  }

  return [
    route(list, {
      find: ({ params }) => requireActive(db, 'developer', params.id),
      handle: ({ params, query }) => queries.list(db, params.id, query),
    }),

    route(create, {
      handle: async ({ body, user }) => {
        const entry = await withOwnLogo(user.id, body)
        const id = await db.transaction().execute(async (tx) => {
          const inserted = await queries.insert(tx, user.id, entry)
          await quota.requireRoom(tx, user.id, queries.kind)
          return inserted
        })
        return queries.requireOwn(db, user, id)
      },
      replay: ({ user }, id) => queries.requireOwn(db, user, id),
    }),

    route(update, {
      find: ({ params, user }) => queries.requireOwn(db, user, params.id),
      handle: async ({ found, body, user }) => {
        const change = await withOwnLogo(user.id, body, found[logo])
        await db.transaction().execute(async (tx) => {
          const grown = await queries.update(tx, user.id, found._id, change)
          if (grown > 0) await quota.requireBytes(tx, user.id, queries.kind)
        })
        return queries.requireOwn(db, user, found._id)
      },
    }),

    route(remove, {
      find: ({ params, user }) => queries.requireOwn(db, user, params.id),
      handle: async ({ found: { _id }, user }) => {
        const isRemoved = await db.transaction().execute((tx) => queries.remove(tx, user.id, _id))
        if (!isRemoved) throw notFound()
        return { message: deleted(), _id }
      },
    }),
  ]
}
