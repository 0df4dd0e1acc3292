import {
  getCandidateHistory,
  getCoverLetter,
  listCandidates,
  setCandidateStatus,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { texts } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { conflict } from '../lib/errors.ts'
import { requireOffer, requireOwnOffer } from '../offers/offers.queries.ts'
import type { Services } from '../services.ts'
import { listApplicants, requireApplicant } from './applicants.queries.ts'
import { insertApplication } from './applications.queries.ts'
import { dispositionOf } from './disposition.ts'
import { requireLetter } from './letter.queries.ts'
import { createLetterWriter } from './letter-writer.ts'
import { listChanges, updateStatus } from './status.queries.ts'

const letters = createLetterWriter()

export const applicationRoutes = ({ db, quota, realtime }: Services) => [
  route(applyToOffer, {
    find: ({ params, user }) => requireOffer(db, params.id, user),
    handle: async ({ found, body, user }) => {
      // Read in the transaction too: deleted a moment later, it would look as if nobody had got in.
      const offer = await db.transaction().execute(async (tx) => {
        const isNew = await insertApplication(tx, found._id, user.id, body)
        if (!isNew) throw conflict('ALREADY_APPLIED', texts.offers.alreadyApplied)
        await quota.requireRoom(tx, user.id, 'application')
        return requireOffer(tx, found._id, user)
      })
      if (found.owner) realtime.changed(found.owner._id, { topic: 'candidates', offerId: found._id })
      return { msg: texts.offers.applied, offer }
    },
    replay: async ({ params, user }) => ({
      msg: texts.offers.applied,
      offer: await requireOffer(db, params.id, user),
    }),
  }),

  route(listCandidates, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found }) => {
      const { _id, position, skills } = await requireOffer(db, found.id, undefined)
      return { _id, position, skills, applicants: await listApplicants(db, found.id) }
    },
  }),

  route(setCandidateStatus, {
    find: async ({ params, user }) => {
      await requireOwnOffer(db, user, params.id)
      return requireApplicant(db, params.id, params.candidateId)
    },
    handle: async ({ params, found, body, user, log }) => {
      await db.transaction().execute(async (tx) => {
        const change = { applicationId: found._id, changedBy: user.id, to: body.status }
        if (await updateStatus(tx, change)) await quota.requireRoom(tx, user.id, 'statusChange')
      })
      log.info(
        { event: 'status changed', userId: user.id, applicationId: found._id, to: body.status },
        'security',
      )
      realtime.changed(user.id, { topic: 'candidates', offerId: params.id })
      return { msg: texts.offers.statusUpdated, applicant: await requireApplicant(db, params.id, found._id) }
    },
  }),

  route(getCandidateHistory, {
    find: async ({ params, user }) => {
      await requireOwnOffer(db, user, params.id)
      return requireApplicant(db, params.id, params.candidateId)
    },
    handle: ({ found }) => listChanges(db, found._id),
  }),

  route(getCoverLetter, {
    find: ({ params: { id, candidateId }, user }) =>
      requireLetter(db, { offerId: id, candidateId, callerId: user.id }),
    handle: async ({ found, user }) => ({
      body: await letters.write(user.id, found),
      disposition: dispositionOf(found),
    }),
  }),
]
