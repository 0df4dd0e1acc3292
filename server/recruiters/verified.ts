import type { Verified } from '#contract/verified.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

export const VERIFIED_COLUMNS = [
  'users.verified_domain',
  'users.verified_at',
  'users.verified_until',
] as const

export type StoredProof = {
  verified_domain: string | null
  verified_at: string | null
  verified_until: string | null
}

/** The public mark; its expiry is compared with the clock and needs no job (TRUST-01). */
export const verifiedOf = (
  { verified_domain: domain, verified_at: since, verified_until: until }: StoredProof,
  at = now(),
): Verified | null =>
  domain !== null && since !== null && until !== null && until > at ? { domain, since } : null

/**
 * The registrable domain, below which one owner controls everything: `example.co.uk` of `www.example.co.uk`, and
 * `shop.github.io` of a host with subdomains for customers. Null for an IP address and a bare suffix.
 */
export async function registrableDomain(host: string): Promise<string | null> {
  // Loaded on first use: the list of public suffixes is large.
  const { getDomain } = await import('tldts')
  return getDomain(host, { allowPrivateDomains: true })
}

type Company = { company_name: string; website: string }

/** A new company name, or a website outside of the proven domain, ends the mark. */
export async function dropOutdatedProof(
  tx: Tx,
  userId: string,
  before: Company,
  after: Company,
): Promise<void> {
  const isSame = before.company_name === after.company_name && before.website === after.website
  if (isSame) return
  const domain = await registrableDomain(after.website)
  const isMoved = domain !== (await registrableDomain(before.website))
  await tx
    .updateTable('users')
    .set({ verified_domain: null, verified_at: null, verified_until: null })
    .where('id', '=', userId)
    .where('verified_domain', 'is not', null)
    .$if(before.company_name === after.company_name, (query) =>
      // Unless the website moves to the proven domain.
      query.where((eb) => (isMoved ? eb('verified_domain', '!=', domain ?? '') : eb.lit(false))),
    )
    .execute()
}
