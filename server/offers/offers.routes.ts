import {
  createOffer,
  deleteOffer as deleteOfferCall,
  getOffer,
  listAppliedOffers,
  listOffers as listOffersCall,
  listOffersOfRecruiter,
  listOffersToApply,
  listSimilarOffers,
  searchOffers as searchOffersCall,
  updateOffer as updateOfferCall,
} from '#contract/offers.ts'
import {
  countOwnOffers,
  extendOffer,
  getOwnNumbers,
  getStats,
  listDailyApplications,
  listOwnOffers as listOwnOffersCall,
  listOwnSkills as listOwnSkillsCall,
  repostOffer,
  setOfferState,
} from '#contract/own-offers.ts'
import { m } from '#contract/texts.ts'
import { hiddenFrom } from '../blocks/blocks.queries.ts'
import { route } from '../http/route.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { requireOneOffer } from '../recruiters/require-verified.ts'
import type { Services } from '../services.ts'
import { listOwnSkills } from '../skills/skills.queries.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireConfirmed } from '../users/require-confirmed.ts'
import { requireActive } from '../users/users.queries.ts'
import { requireNoEmptyPlaceholder } from './offer-endings.ts'
import { countByState, listOffers, listOffersOf, listOwnOffers, searchOffers } from './offer-lists.queries.ts'
import { changeState, extend, payRequired, repost, requirePay } from './offer-states.ts'
import { requireOffer, requireOwnOffer } from './offers.queries.ts'
import { deleteOffer, insertOffer, updateOffer } from './offers.writes.ts'
import { findOwnNumbers } from './pipeline.queries.ts'
import { listSimilar } from './similar-offers.queries.ts'
import { findStats, listDays } from './stats.queries.ts'

export const offerRoutes = ({ db, engine, quota, config, jobs }: Services) => [
  route(listOffersCall, ({ query, user }) => listOffers(db, query, user)),

  route(searchOffersCall, {
    handle: ({ query, user }) => searchOffers({ db, engine }, query, user),
  }),

  route(listOffersOfRecruiter, {
    find: ({ params }) => requireActive(db, 'recruiter', params.id),
    handle: async ({ params, query, user }) =>
      listOffersOf(db, query, user, { ownerId: params.id, hidden: await hiddenFrom(db, user) }),
  }),

  route(listOffersToApply, async ({ query, user }) =>
    listOffersOf(db, query, user, { notAppliedBy: user.id, hidden: await hiddenFrom(db, user) }),
  ),

  route(listAppliedOffers, {
    find: async ({ params, user }) => {
      if (params.id !== user.id) throw forbidden()
    },
    handle: ({ query, user }) => listOffersOf(db, query, user, { appliedBy: user.id }),
  }),

  route(getStats, {
    find: async ({ params, user }) => {
      if (params.id !== user.id) throw forbidden()
    },
    handle: ({ user }) => findStats(db, user.id, Date.now()),
  }),

  route(listDailyApplications, {
    find: async ({ params, user }) => {
      if (params.id !== user.id) throw forbidden()
    },
    handle: ({ user }) => listDays(db, user.id, Date.now()),
  }),

  route(listOwnOffersCall, ({ query, user }) => listOwnOffers(db, query, user)),

  route(countOwnOffers, ({ query, user }) => countByState(db, user.id, query)),

  route(getOwnNumbers, ({ query, user }) => findOwnNumbers(db, user.id, query.since, now())),

  route(listOwnSkillsCall, ({ user }) => listOwnSkills(db, user.id)),

  route(getOffer, {
    find: ({ params, user }) => requireOffer(db, params.id, user),
    handle: async ({ found }) => found,
  }),

  route(listSimilarOffers, {
    find: ({ params, user }) => requireOffer(db, params.id, user),
    handle: ({ found, user }) => listSimilar(db, { offerId: found._id, skills: found.skills }, user),
  }),

  route(createOffer, {
    handle: async ({ body, user, address, log }) => {
      if (body.state !== 'draft') requireConfirmed(config, user)
      const says = body.pay === undefined ? body.salary : body.pay
      if (config.REQUIRE_PAY && body.state !== 'draft' && (says ?? null) === null) throw payRequired()
      const id = await db.transaction().execute(async (tx) => {
        const inserted = await insertOffer(tx, user.id, body, config.OFFER_DAYS)
        if (body.state !== 'draft') await requireOneOffer(tx, config, user.id)
        await quota.requireRoom(tx, user.id, 'offer')
        return inserted
      })
      if (body.state !== 'draft') {
        log.info({ event: 'offer published', userId: user.id, offerId: id, address }, 'activity')
      }
      return requireOffer(db, id, user)
    },
    replay: ({ user }, id) => requireOffer(db, id, user),
  }),

  route(updateOfferCall, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, body, user, setUnchanged }) => {
      await db.transaction().execute(async (tx) => {
        const grown = await updateOffer(tx, user.id, found.id, body, config.OFFER_DAYS)
        if (config.REQUIRE_PAY) await requirePay(tx, found.id)
        if (grown > 0) await quota.requireBytes(tx, user.id, 'offer')
      })
      const offer = await requireOffer(db, found.id, user)
      // Drafts are in no cached response.
      if (offer.state === 'draft') setUnchanged()
      return offer
    },
  }),

  route(deleteOfferCall, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, user }) => {
      const isDeleted = await db.transaction().execute((tx) => deleteOffer(tx, user.id, found.id))
      if (!isDeleted) throw notFound()
      return { message: m.offers_deleted(), _id: found.id }
    },
  }),

  route(setOfferState, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, body, user, address, log }) => {
      if (body.state === 'published') requireConfirmed(config, user)
      await db.transaction().execute(async (tx) => {
        // Serialises the publications of one owner, so that each is counted.
        if (config.REQUIRE_VERIFIED) await lockUser(tx, user.id)
        await changeState(tx, found.id, body, {
          engine,
          offerDays: config.OFFER_DAYS,
          requirePay: config.REQUIRE_PAY,
        })
        if (body.state === 'published') await requireOneOffer(tx, config, user.id)
        if (body.state !== 'closed') return
        await requireNoEmptyPlaceholder(tx, found.id, body.message ?? '')
        await jobs.add(tx, 'offer ended', { offerId: found.id, rejectedBy: body.reject ? user.id : null })
      })
      if (body.state === 'published') {
        log.info({ event: 'offer published', userId: user.id, offerId: found.id, address }, 'activity')
      }
      jobs.wake()
      return requireOffer(db, found.id, user)
    },
  }),

  route(extendOffer, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, body, user }) => {
      await db.transaction().execute((tx) => extend(tx, found.id, body.days))
      return requireOffer(db, found.id, user)
    },
  }),

  route(repostOffer, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, user }) => {
      const id = await db.transaction().execute(async (tx) => {
        const draft = await repost(tx, user.id, found.id, config.OFFER_DAYS)
        await quota.requireRoom(tx, user.id, 'offer')
        return draft
      })
      return requireOffer(db, id, user)
    },
    replay: ({ user }, id) => requireOffer(db, id, user),
  }),
]
