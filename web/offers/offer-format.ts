import type { ListedOffer } from '#contract/offers.ts'
import { payText } from '#contract/pay-text.ts'
import { m } from '#contract/texts.ts'
import { workplaceText } from '#contract/workplace-text.ts'
import { formatCount } from '../lib/format.ts'

/** '3 applicants', '1 applicant', '10.000 applicants' (decision 37). */
export function applicantCount(count: number): string {
  return m.offers_applicants({ count, shown: formatCount(count) })
}

/** '30.000 – 38.000 € a year', or null if unknown. */
export const payOf = ({ pay }: Pick<ListedOffer, 'pay'>): string | null =>
  pay === null ? null : payText(pay)

/** 'Remote · ES, PT', or null if unknown. */
export const workplaceOf = (offer: Pick<ListedOffer, 'workplace' | 'countries'>): string | null =>
  workplaceText(offer) || null

/** The label of a contract type, which is a value of the API. */
export const contractTypeName = (type: string): string => m.offers_contract_type({ type })

/** 'Full-time, Freelance' (decision 31). */
export function contractTypes(offer: Pick<ListedOffer, 'contractType'>): string {
  return offer.contractType.map(contractTypeName).join(', ')
}
