import {
  createOffer,
  deleteOffer as deleteOfferCall,
  getOffer,
  getStats,
  listAppliedOffers,
  listDailyApplications,
  listOffers as listOffersCall,
  listOffersOfRecruiter,
  listOffersToApply,
  searchOffers as searchOffersCall,
  updateOffer as updateOfferCall,
} from '#contract/offers.ts'
import { texts } from '#contract/texts.ts'
import { route } from '../http/route.ts'
import { forbidden, notFound } from '../lib/errors.ts'
import { requireRecruiter } from '../recruiters/recruiters.queries.ts'
import type { Services } from '../services.ts'
import { listOffers, listOffersOf, searchOffers } from './offer-lists.queries.ts'
import { requireOffer, requireOwnOffer } from './offers.queries.ts'
import { deleteOffer, insertOffer, updateOffer } from './offers.writes.ts'
import { findStats, listDays } from './stats.queries.ts'

export const offerRoutes = ({ db, engine, quota }: Services) => [
  route(listOffersCall, ({ query, user }) => listOffers(db, query, user)),

  route(searchOffersCall, {
    handle: ({ query, user }) => searchOffers({ db, engine }, query, user),
  }),

  route(listOffersOfRecruiter, {
    find: ({ params }) => requireRecruiter(db, params.id),
    handle: ({ params, query, user }) => listOffersOf(db, query, user, { ownerId: params.id }),
  }),

  route(listOffersToApply, ({ query, user }) => listOffersOf(db, query, user, { notAppliedBy: user.id })),

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

  route(getOffer, {
    find: ({ params, user }) => requireOffer(db, params.id, user),
    handle: async ({ found }) => found,
  }),

  route(createOffer, {
    handle: async ({ body, user }) => {
      const id = await db.transaction().execute(async (tx) => {
        const inserted = await insertOffer(tx, user.id, body)
        await quota.requireRoom(tx, user.id, 'offer')
        return inserted
      })
      return requireOffer(db, id, user)
    },
    replay: ({ user }, id) => requireOffer(db, id, user),
  }),

  route(updateOfferCall, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, body, user }) => {
      await db.transaction().execute(async (tx) => {
        const grown = await updateOffer(tx, user.id, found.id, body)
        if (grown > 0) await quota.requireBytes(tx, user.id, 'offer')
      })
      return requireOffer(db, found.id, user)
    },
  }),

  route(deleteOfferCall, {
    find: ({ params, user }) => requireOwnOffer(db, user, params.id),
    handle: async ({ found, user }) => {
      const isDeleted = await db.transaction().execute((tx) => deleteOffer(tx, user.id, found.id))
      if (!isDeleted) throw notFound()
      return { message: texts.offers.deleted, _id: found.id }
    },
  }),
]
