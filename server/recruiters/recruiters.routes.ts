import {
  getRecruiter,
  listOwnApplicants as listOwnApplicantsCall,
  listRecruiters as listRecruitersCall,
  updateRecruiterProfile,
} from '#contract/recruiters.ts'
import { m } from '#contract/texts.ts'
import { hiddenFrom } from '../blocks/blocks.queries.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { updateProfile } from '../users/profile.writes.ts'
import { requireUser } from '../users/users.queries.ts'
import { listOwnApplicants } from './own-applicants.queries.ts'
import { listRecruiters, requireRecruiterPage } from './recruiters.queries.ts'
import { recruiterColumns } from './recruiters.writes.ts'

export const recruiterRoutes = (services: Services) => {
  const { db } = services
  return [
    route(listRecruitersCall, async ({ query, user }) =>
      listRecruiters(db, query, await hiddenFrom(db, user)),
    ),

    route(listOwnApplicantsCall, ({ query, user }) => listOwnApplicants(db, user.id, query)),

    route(getRecruiter, {
      find: ({ params }) => requireRecruiterPage(db, params.id),
      handle: async ({ found }) => found,
    }),

    // Edits the own page, and completes the first profile as well (API-52).
    route(updateRecruiterProfile, async ({ body, user }) => {
      const columns = await recruiterColumns(services, user.id, body)
      const completes = body.hasCompletedOnboarding === true
      await db.transaction().execute((tx) => updateProfile(tx, user.id, columns, { completes }))
      return { message: m.people_profile_updated(), recruiter: await requireUser(services, user.id) }
    }),
  ]
}
