import { m } from '#contract/texts.ts'
import { Es } from '../ui/Es.tsx'
import type { CareerKind } from './careers.api.ts'

/** The words that differ between experiences and studies. */
export const CAREER_TEXTS = {
  experience: {
    things: m.careers_experiences,
    edit: m.careers_experience_edit,
    create: m.careers_experience_create,
    title: { label: m.careers_position, autoComplete: 'organization-title' },
    organisation: { label: m.careers_company, autoComplete: 'organization' },
    logo: m.careers_company_logo,
    ongoing: () => <Es>{m.careers_ongoing_experience()}</Es>,
    failure: () => <Es>{m.careers_experiences_failed()}</Es>,
    emptyTitle: m.careers_no_experiences,
    emptyHint: m.careers_experience_hint,
  },
  study: {
    things: m.careers_studies,
    edit: m.careers_study_edit,
    create: m.careers_study_create,
    title: { label: m.careers_degree, autoComplete: 'off' },
    organisation: { label: m.careers_institute, autoComplete: 'organization' },
    logo: m.careers_institute_logo,
    ongoing: m.careers_ongoing_study,
    failure: m.careers_studies_failed,
    emptyTitle: m.careers_no_studies,
    emptyHint: m.careers_study_hint,
  },
} as const satisfies Record<CareerKind, object>
