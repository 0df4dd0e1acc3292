import type { Offer } from '#contract/offers.ts'

/** '3 applicants', '1 applicant' (DECISION 52). */
export function applicantCount(count: number): string {
  return count === 1 ? '1 applicant' : `${count} applicants`
}

/** 'Full-time, Freelance' (DECISION 24). */
export function contractTypes(offer: Pick<Offer, 'contractType'>): string {
  return offer.contractType.join(', ')
}
