import type { Preview } from '#contract/seo.ts'
import { requireDev } from '../devs/devs.queries.ts'
import type { Db } from '../lib/db.ts'
import { requireOffer } from '../offers/offers.queries.ts'
import { requireProject } from '../projects/projects.queries.ts'
import { requireRecruiterPage } from '../recruiters/recruiters.queries.ts'
import type { PreviewCard } from './draw-preview.ts'

/** A card whose picture is still the stored address; '' for none. */
export type StoredCard = Omit<PreviewCard, 'picture'> & { picture: string; shape: 'cover' | 'round' }

export const PRODUCT_CARD: StoredCard = {
  kicker: 'Developers, their work and the people who hire',
  title: 'The bridge between builders and teams',
  facts: ['Projects you can look into, offers that say what they pay', 'and a direct line between both.'],
  tone: 'primary',
  picture: '',
  shape: 'cover',
}

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

const euros = new Intl.NumberFormat('es-ES', {
  style: 'currency',
  currency: 'EUR',
  maximumFractionDigits: 0,
  useGrouping: 'always',
})

async function offerCard(db: Db, id: string): Promise<StoredCard> {
  const offer = await requireOffer(db, id, undefined)
  return {
    kicker: joined('Offer', offer.company),
    title: offer.position,
    facts: [
      joined(offer.location, offer.contractType.join(', ')),
      offer.salary === null ? '' : euros.format(offer.salary),
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
    kicker: joined('Project', category),
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
    kicker: 'Developer',
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
    kicker: 'Recruiter',
    title: `${name} ${surname}`.trim(),
    facts: [companyName, joined(sector, location)],
    tone: 'secondary',
    picture: avatar,
    shape: 'round',
  }
}
