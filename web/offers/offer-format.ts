import type { ListedOffer } from '#contract/offers.ts'
import { formatCount, formatEuros } from '../lib/format.ts'

/** '3 applicants', '1 applicant', '10.000 applicants' (decision 37). */
export function applicantCount(count: number): string {
  return count === 1 ? '1 applicant' : `${formatCount(count)} applicants`
}

/** '30.000 €', or null when the offer names none. */
export function salaryOf(offer: Pick<ListedOffer, 'salary'>): string | null {
  return offer.salary === null ? null : formatEuros(offer.salary)
}

/** 'Full-time, Freelance' (decision 31). */
export function contractTypes(offer: Pick<ListedOffer, 'contractType'>): string {
  return offer.contractType.join(', ')
}
