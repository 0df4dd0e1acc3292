import type { Offer } from '#contract/offers.ts'
import { formatCount } from '../lib/format.ts'

/** '3 applicants', '1 applicant', '10.000 applicants' (decision 37). */
export function applicantCount(count: number): string {
  return count === 1 ? '1 applicant' : `${formatCount(count)} applicants`
}

/** 'Full-time, Freelance' (decision 31). */
export function contractTypes(offer: Pick<Offer, 'contractType'>): string {
  return offer.contractType.join(', ')
}
