import {
  createExperience,
  createStudy,
  deleteExperience as deleteExperienceCall,
  deleteStudy as deleteStudyCall,
  listExperiences as listExperiencesCall,
  listStudies as listStudiesCall,
  updateExperience as updateExperienceCall,
  updateStudy as updateStudyCall,
} from '#contract/careers.ts'
import { texts } from '#contract/texts.ts'
import { requireDeveloper } from '../devs/devs.queries.ts'
import { requireUnchangedOrOwnFile } from '../files/unchanged-files.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import {
  deleteExperience,
  insertExperience,
  listExperiences,
  requireOwnExperience,
  updateExperience,
} from './experiences.queries.ts'
import { deleteStudy, insertStudy, listStudies, requireOwnStudy, updateStudy } from './studies.queries.ts'

export const careerRoutes = (services: Services) => {
  const { db } = services

  /** A logo as it is stored: an own upload, or what stands there already (F3). */
  const ownLogo = (userId: string, url: string, current: string, field: string) =>
    requireUnchangedOrOwnFile(services, userId, { url, current: [current], kind: 'image', field })

  async function withOwnLogo<Change extends { companyLogo?: string | undefined }>(
    userId: string,
    change: Change,
    current = '',
  ) {
    if (change.companyLogo === undefined) return change
    return { ...change, companyLogo: await ownLogo(userId, change.companyLogo, current, 'companyLogo') }
  }

  async function withOwnInstituteLogo<Change extends { instituteLogo?: string | undefined }>(
    userId: string,
    change: Change,
    current = '',
  ) {
    if (change.instituteLogo === undefined) return change
    return { ...change, instituteLogo: await ownLogo(userId, change.instituteLogo, current, 'instituteLogo') }
  }

  return [
    route(listExperiencesCall, {
      find: ({ params }) => requireDeveloper(db, params.id),
      handle: ({ params, query }) => listExperiences(db, params.id, query),
    }),

    route(createExperience, async ({ body, user }) => {
      const experience = await withOwnLogo(user.id, body)
      const id = await db.transaction().execute((tx) => insertExperience(tx, user.id, experience))
      return requireOwnExperience(db, user, id)
    }),

    route(updateExperienceCall, {
      find: ({ params, user }) => requireOwnExperience(db, user, params.id),
      handle: async ({ found, body, user }) => {
        const change = await withOwnLogo(user.id, body, found.companyLogo)
        await db.transaction().execute((tx) => updateExperience(tx, user.id, found._id, change))
        return requireOwnExperience(db, user, found._id)
      },
    }),

    route(deleteExperienceCall, {
      find: ({ params, user }) => requireOwnExperience(db, user, params.id),
      handle: async ({ found, user }) => {
        const isGone = await db.transaction().execute((tx) => deleteExperience(tx, user.id, found._id))
        if (!isGone) throw notFound()
        return { message: texts.careers.experienceDeleted, _id: found._id }
      },
    }),

    route(listStudiesCall, {
      find: ({ params }) => requireDeveloper(db, params.id),
      handle: ({ params, query }) => listStudies(db, params.id, query),
    }),

    route(createStudy, async ({ body, user }) => {
      const study = await withOwnInstituteLogo(user.id, body)
      const id = await db.transaction().execute((tx) => insertStudy(tx, user.id, study))
      return requireOwnStudy(db, user, id)
    }),

    route(updateStudyCall, {
      find: ({ params, user }) => requireOwnStudy(db, user, params.id),
      handle: async ({ found, body, user }) => {
        const change = await withOwnInstituteLogo(user.id, body, found.instituteLogo)
        await db.transaction().execute((tx) => updateStudy(tx, user.id, found._id, change))
        return requireOwnStudy(db, user, found._id)
      },
    }),

    route(deleteStudyCall, {
      find: ({ params, user }) => requireOwnStudy(db, user, params.id),
      handle: async ({ found, user }) => {
        const isGone = await db.transaction().execute((tx) => deleteStudy(tx, user.id, found._id))
        if (!isGone) throw notFound()
        return { message: texts.careers.studyDeleted, _id: found._id }
      },
    }),
  ]
}
