import { payText } from '#contract/pay-text.ts'
import type { Preview } from '#contract/seo.ts'
import { m } from '#contract/texts.ts'
import { workplaceText } from '#contract/workplace-text.ts'
import { requireDev } from '../devs/devs.queries.ts'
import type { Db } from '../lib/db.ts'
import { requireOffer } from '../offers/offers.queries.ts'
import { requireProject } from '../projects/projects.queries.ts'
import { requireRecruiterPage } from '../recruiters/recruiters.queries.ts'
import type { PreviewCard } from './draw-preview.ts'

/** A card whose picture is still the stored address; '' for none. */
export type StoredCard = Omit<PreviewCard, 'picture'> & { picture: string; shape: 'cover' | 'round' }

export const productCard = (): StoredCard => ({
  kicker: m.home_title(),
  title: m.home_heading(),
  facts: [m.previews_product_1(), m.previews_product_2()],
  tone: 'primary',
  picture: '',
  shape: 'cover',
})

/** The link preview of a row; 404 if it is not public. */
export async function storedCard(db: Db, preview: Preview, id: string): Promise<StoredCard> {
  switch (preview) {
    case 'offers':
      return offerCard(db, id)
    case 'projects':
      return projectCard(db, id)
    case 'developers':
      return developerCard(db, id)
    case 'recruiters':
      return recruiterCard(db, id)
  }
}

const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ')

async function offerCard(db: Db, id: string): Promise<StoredCard> {
  const offer = await requireOffer(db, id, undefined)
  return {
    kicker: joined(m.offers_one(), offer.company, !offer.acceptsApplications && m.offers_closed_short()),
    title: offer.position,
    facts: [
      joined(offer.location, offer.contractType.map((type) => m.offers_contract_type({ type })).join(', ')),
      joined(offer.pay && payText(offer.pay), workplaceText(offer)),
      offer.skills.join(', '),
    ],
    tone: 'secondary',
    picture: '',
    shape: 'round',
  }
}

async function projectCard(db: Db, id: string): Promise<StoredCard> {
  const { owner, gallery, title, category, year, projectSkills } = await requireProject(db, id, undefined)
  return {
    kicker: joined(m.projects_project(), m.general_category_name({ category })),
    title,
    facts: [joined(`${owner.name} ${owner.surname}`.trim(), String(year)), projectSkills.join(', ')],
    tone: 'primary',
    picture: gallery[0] ?? '',
    shape: 'cover',
  }
}

async function developerCard(db: Db, id: string): Promise<StoredCard> {
  const { name, surname, avatar, role } = await requireDev(db, id)
  const { professionalPosition, location, skills } = role.developer
  return {
    kicker: m.general_developer(),
    title: `${name} ${surname}`.trim(),
    facts: [professionalPosition, location, skills.join(', ')],
    tone: 'primary',
    picture: avatar,
    shape: 'round',
  }
}

async function recruiterCard(db: Db, id: string): Promise<StoredCard> {
  const { name, surname, avatar, role } = await requireRecruiterPage(db, id)
  const { companyName, location, sector } = role.recruiter
  return {
    kicker: m.general_recruiter(),
    title: `${name} ${surname}`.trim(),
    facts: [companyName, joined(sector, location)],
    tone: 'secondary',
    picture: avatar,
    shape: 'round',
  }
}
