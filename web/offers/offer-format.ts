import type { Offer } from '#contract/offers.ts'
import { formatCount } from '../lib/format.ts'

/** '3 applicants', '1 applicant', '10.000 applicants' (DECISION 52). */
export function applicantCount(count: number): string {
  return count === 1 ? '1 applicant' : `${formatCount(count)} applicants`
}

/** 'Full-time, Freelance' (DECISION 24). */
export function contractTypes(offer: Pick<Offer, 'contractType'>): string {
  return offer.contractType.join(', ')
}
