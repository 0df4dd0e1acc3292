import type { ReportKind } from '#contract/reports.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { nextTurn } from '../lib/turns.ts'
import { hideOffer, hideOffers, unhideOffer } from '../offers/offers.writes.ts'
import { hideProject, hideProjects, unhideProject } from '../projects/projects.writes.ts'
import { showProfile } from '../users/reactivation.ts'
import { scheduleSync } from '../users/visibility.ts'

type Thing = { kind: ReportKind; id: string; authorId: string | null }

/**
 * Hides a thing from every page, list, search, feed and count; its content is unchanged, so that `showThing` restores the
 * same bytes. False if it is deleted or hidden already. After the commit `syncVisibility` does the same to
 * the other work of a person.
 */
export async function hideThing(tx: Tx, { kind, id, authorId }: Thing): Promise<boolean> {
  if (authorId !== null) await lockAuthor(tx, authorId)
  if (kind === 'user') return hideProfile(tx, id)
  if (kind === 'offer') return hideOffer(tx, id)
  if (kind === 'project') return hideProject(tx, id)
  return false
}

/** Undoes `hideThing`; false if it is not hidden by moderation. */
export async function showThing(tx: Tx, { kind, id, authorId }: Thing): Promise<boolean> {
  const author = authorId === null ? undefined : await lockAuthor(tx, authorId)
  const isShown = author !== undefined && author.deactivated_at === null && author.moderated_at === null
  if (kind === 'user') return unhideProfile(tx, id)
  if (kind === 'offer') return unhideOffer(tx, id, isShown)
  if (kind === 'project' && author) return unhideProject(tx, id, { ...author, isShown })
  return false
}

/** A write, so that a concurrent deactivation or reactivation comes before or after. */
const lockAuthor = (tx: Tx, id: string) =>
  tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', id)
    .returning(['id', 'name', 'surname', 'deactivated_at', 'moderated_at'])
    .executeTakeFirstOrThrow()

async function hideProfile(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set({ moderated_at: now() })
    .where('id', '=', userId)
    .where('moderated_at', 'is', null)
    .where('erased_at', 'is', null)
    .returning(['role', 'onboarded_at', 'deactivated_at'])
    .executeTakeFirst()
  if (!user) return false
  // Otherwise everything is hidden already.
  if (user.deactivated_at !== null) return true
  const hide = user.role === 'developer' ? hideProjects : hideOffers
  const hasMore = await hide(tx, userId)
  if (hasMore) await scheduleSync(tx, userId)
  await refreshListing(tx, userId)
  if (user.onboarded_at !== null) {
    await changeTotal(tx, user.role === 'developer' ? 'developers' : 'recruiters', -1)
  }
  // The commit writes the search index of each (X1).
  await nextTurn()
  return true
}

async function unhideProfile(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set({ moderated_at: null })
    .where('id', '=', userId)
    .where('moderated_at', 'is not', null)
    .returning(['id', 'role', 'onboarded_at', 'deactivated_at'])
    .executeTakeFirst()
  if (!user) return false
  if (user.deactivated_at === null) await showProfile(tx, user)
  return true
}
