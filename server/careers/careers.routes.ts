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
import { texts } from '#contract/texts.ts'
import { requireDeveloper } from '../devs/devs.queries.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import { route } from '../http/route.ts'
import type { Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import { experienceQueries, studyQueries } from './careers.queries.ts'

export const careerRoutes = (services: Services) => {
  const { db } = services

  /** The change with its logo as it is stored: an own upload, or the current one (F3). */
  async function withOwnLogo<Key extends string, Change extends { [K in Key]?: string | undefined }>(
    field: Key,
    { userId, change, current = '' }: { userId: string; change: Change; current?: string },
  ): Promise<Change> {
    const url = change[field]
    if (url === undefined) return change
    const given = { url, current: [current], kind: 'image', field } as const
    return { ...change, [field]: await requireUnchangedOrOwnFile(services, userId, given) }
  }

  async function remove(id: string, act: (tx: Tx) => Promise<boolean>, message: string) {
    if (!(await db.transaction().execute(act))) throw notFound()
    return { message, _id: id }
  }

  return [
    route(listExperiences, {
      find: ({ params }) => requireDeveloper(db, params.id),
      handle: ({ params, query }) => experienceQueries.list(db, params.id, query),
    }),

    route(createExperience, async ({ body, user }) => {
      const entry = await withOwnLogo('companyLogo', { userId: user.id, change: body })
      const id = await db.transaction().execute((tx) => experienceQueries.insert(tx, user.id, entry))
      return experienceQueries.requireOwn(db, user, id)
    }),

    route(updateExperience, {
      find: ({ params, user }) => experienceQueries.requireOwn(db, user, params.id),
      handle: async ({ found: { _id, companyLogo: current }, body, user }) => {
        const change = await withOwnLogo('companyLogo', { userId: user.id, change: body, current })
        await db.transaction().execute((tx) => experienceQueries.update(tx, user.id, _id, change))
        return experienceQueries.requireOwn(db, user, _id)
      },
    }),

    route(deleteExperience, {
      find: ({ params, user }) => experienceQueries.requireOwn(db, user, params.id),
      handle: ({ found: { _id }, user }) =>
        remove(_id, (tx) => experienceQueries.remove(tx, user.id, _id), texts.careers.experienceDeleted),
    }),

    route(listStudies, {
      find: ({ params }) => requireDeveloper(db, params.id),
      handle: ({ params, query }) => studyQueries.list(db, params.id, query),
    }),

    route(createStudy, async ({ body, user }) => {
      const entry = await withOwnLogo('instituteLogo', { userId: user.id, change: body })
      const id = await db.transaction().execute((tx) => studyQueries.insert(tx, user.id, entry))
      return studyQueries.requireOwn(db, user, id)
    }),

    route(updateStudy, {
      find: ({ params, user }) => studyQueries.requireOwn(db, user, params.id),
      handle: async ({ found: { _id, instituteLogo: current }, body, user }) => {
        const change = await withOwnLogo('instituteLogo', { userId: user.id, change: body, current })
        await db.transaction().execute((tx) => studyQueries.update(tx, user.id, _id, change))
        return studyQueries.requireOwn(db, user, _id)
      },
    }),

    route(deleteStudy, {
      find: ({ params, user }) => studyQueries.requireOwn(db, user, params.id),
      handle: ({ found: { _id }, user }) =>
        remove(_id, (tx) => studyQueries.remove(tx, user.id, _id), texts.careers.studyDeleted),
    }),
  ]
}
