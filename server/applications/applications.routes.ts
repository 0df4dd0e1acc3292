import {
  countApplications,
  getApplicationSettings,
  getCandidateHistory,
  getCoverLetter,
  getLastApplication,
  getTimeline,
  listApplications,
  listCandidates,
  notifyNow,
  type Status,
  setCandidateStatus,
  updateApplicationSettings,
  withdrawApplication,
} from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { m } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { conflict, forbidden, notFound } from '../lib/errors.ts'
import { notify } from '../notifications/notify.ts'
import { requireOffer, requireOfferToApply, requireOwnOffer } from '../offers/offers.queries.ts'
import type { Services } from '../services.ts'
import { requireConfirmed } from '../users/require-confirmed.ts'
import { listApplicants, requireApplicant } from './applicants.queries.ts'
import { readSettings, updateSettings } from './application-settings.queries.ts'
import { insertApplication, withdraw } from './applications.queries.ts'
import { dispositionOf } from './disposition.ts'
import { findStored, type StoredApplication } from './facts.queries.ts'
import { requireLetter } from './letter.queries.ts'
import { createLetterWriter } from './letter-writer.ts'
import { countStates, listOwn, readLastApplication, readTimeline } from './own-applications.queries.ts'
import { recountAfterAnswer, recountAfterApplication } from './responsiveness.queries.ts'
import { cancelStatusMail, listChanges, sendNow, statusEvent, updateStatus } from './status.queries.ts'

const letters = createLetterWriter()

export const applicationRoutes = ({ db, config, quota, realtime, jobs }: Services) => {
  const notified = (inboxes: InboxNumber[]) => {
    realtime.notify(inboxes)
    jobs.wake()
  }
  /** Notifies the applicants of these changes, in their order. */
  const notifyOf = async (tx: Tx, applicationId: string, statuses: (Status | undefined)[]) => {
    const events = []
    for (const status of statuses) {
      if (status) events.push(await statusEvent(tx, applicationId, status, config.STATUS_MAIL_MINUTES))
    }
    return notify(
      tx,
      events.map(({ event }) => event),
    )
  }
  const noticeOf = async ({ id, offerId }: StoredApplication) => ({
    message: m.applications_notified(),
    applicant: await requireApplicant(db, offerId, id),
  })
  return [
    route(applyToOffer, {
      find: ({ params, user }) => {
        requireConfirmed(config, user)
        return requireOfferToApply(db, params.id, user)
      },
      handle: async ({ found, body, user }) => {
        // Read in the transaction too: after a concurrent delete the call would look as if it had failed.
        const { offer, inboxes } = await db.transaction().execute(async (tx) => {
          const id = await insertApplication(tx, found._id, user.id, body)
          if (id === undefined) throw conflict('ALREADY_APPLIED', m.offers_already_applied())
          await quota.requireRoom(tx, user.id, 'application')
          const offer = await requireOffer(tx, found._id, user)
          if (!found.owner) return { offer, inboxes: [] }
          await recountAfterApplication(tx, found.owner._id, config.NO_ANSWER_DAYS)
          const { _id: offerId, position, company } = found
          const inboxes = await notify(tx, {
            kind: 'newApplication',
            senderId: user.id,
            receiverIds: [found.owner._id],
            data: { applicationId: id, offerId, position, company },
          })
          return { offer, inboxes }
        })
        notified(inboxes)
        if (found.owner) realtime.changed(found.owner._id, { topic: 'candidates', offerId: found._id })
        realtime.changed(user.id, { topic: 'applications' })
        return { msg: m.offers_applied(), offer }
      },
      replay: async ({ params, user }) => ({
        msg: m.offers_applied(),
        offer: await requireOffer(db, params.id, user),
      }),
    }),

    route(listCandidates, {
      find: ({ params, user }) => requireOwnOffer(db, user, params.id),
      handle: async ({ found, query, user }) => {
        const { _id, position, skills } = await requireOffer(db, found.id, user)
        return { _id, position, skills, applicants: listApplicants(db, found.id, query.status) }
      },
    }),

    route(setCandidateStatus, {
      find: async ({ params, user }) => {
        await requireOwnOffer(db, user, params.id)
        return requireApplicant(db, params.id, params.candidateId)
      },
      handle: async ({ params, found, body, user, log }) => {
        if (found.withdrawnAt !== null) throw conflict('WRONG_STATE', m.applications_is_withdrawn())
        const isOpening = body.opened === true
        const isIgnored = isOpening && !(await readSettings(db, user.id)).reviewOnOpen
        const update = isIgnored
          ? undefined
          : await db.transaction().execute(async (tx) => {
              const updated = await updateStatus(tx, {
                applicationId: found._id,
                changedBy: user.id,
                to: body.status,
                delayMinutes: config.DECISION_DELAY_MINUTES,
                onlyFirst: isOpening,
              })
              if (!updated) return undefined
              await quota.requireRoom(tx, user.id, 'statusChange')
              await recountAfterAnswer(tx, user.id)
              const { sentAt, at, overdue } = updated
              // An unsent outcome is invisible to the applicant (APPL-03).
              const isSent = sentAt === at && body.status !== 'pending'
              const statuses = [overdue, isSent ? body.status : undefined]
              const inboxes = await notifyOf(tx, found._id, statuses)
              if (sentAt === at && body.status === 'pending' && found.user) {
                await cancelStatusMail(tx, found.user._id, found._id)
              }
              return { ...updated, inboxes }
            })
        if (update) {
          log.info(
            { event: 'status changed', userId: user.id, applicationId: found._id, to: body.status },
            'security',
          )
          realtime.changed(user.id, { topic: 'candidates', offerId: params.id })
          notified(update.inboxes)
          if (found.user && update.sentAt === update.at) {
            realtime.changed(found.user._id, { topic: 'applications' })
          }
        }
        return {
          msg: m.offers_status_updated(),
          applicant: await requireApplicant(db, params.id, found._id),
        }
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

    route(listApplications, ({ query, user }) => listOwn(db, user.id, query, config.NO_ANSWER_DAYS)),

    route(countApplications, ({ user }) => countStates(db, user.id, config.NO_ANSWER_DAYS)),

    route(getLastApplication, ({ user }) => readLastApplication(db, user.id)),

    route(getTimeline, {
      find: ({ params, user }) => requireStored(db, params.id, user.id, ['userId', 'ownerId']),
      handle: ({ found, user }) => readTimeline(db, found, user.id, config.NO_ANSWER_DAYS),
    }),

    route(withdrawApplication, {
      find: ({ params, user }) => requireStored(db, params.id, user.id, ['userId']),
      handle: async ({ found, body, user, log }) => {
        if (found.facts.withdrawnAt !== null) throw conflict('WRONG_STATE', m.applications_is_withdrawn())
        const inboxes = await db.transaction().execute(async (tx) => {
          const overdue = await withdraw(tx, { ...found, reason: body.reason })
          const inboxes = await notifyOf(tx, found.id, [overdue])
          await cancelStatusMail(tx, user.id, found.id)
          if (found.ownerId) await recountAfterAnswer(tx, found.ownerId)
          return inboxes
        })
        notified(inboxes)
        log.info({ event: 'application withdrawn', userId: user.id, applicationId: found.id }, 'security')
        if (found.ownerId) realtime.changed(found.ownerId, { topic: 'candidates', offerId: found.offerId })
        realtime.changed(user.id, { topic: 'applications' })
        return { message: m.applications_withdrawn(), _id: found.id }
      },
    }),

    route(notifyNow, {
      find: ({ params, user }) => requireStored(db, params.id, user.id, ['ownerId']),
      handle: async ({ found, user }) => {
        if (found.facts.withdrawnAt !== null) throw conflict('WRONG_STATE', m.applications_is_withdrawn())
        const inboxes = await db.transaction().execute(async (tx) => {
          const status = await sendNow(tx, found.id)
          await recountAfterAnswer(tx, user.id)
          return notifyOf(tx, found.id, [status])
        })
        notified(inboxes)
        realtime.changed(user.id, { topic: 'candidates', offerId: found.offerId })
        realtime.changed(found.userId, { topic: 'applications' })
        return noticeOf(found)
      },
      replay: async ({ params, user }) => noticeOf(await requireStored(db, params.id, user.id, ['ownerId'])),
    }),

    route(getApplicationSettings, ({ user }) => readSettings(db, user.id)),

    route(updateApplicationSettings, ({ user, body }) => updateSettings(db, user.id, body)),
  ]
}

/** 404 if there is no such application, 403 if the caller is not one of its people named here. */
async function requireStored(
  db: Db,
  id: string,
  callerId: string,
  allowed: ('userId' | 'ownerId')[],
): Promise<StoredApplication> {
  const application = await findStored(db, id)
  if (!application) throw notFound()
  if (!allowed.some((person) => application[person] === callerId)) throw forbidden()
  return application
}
