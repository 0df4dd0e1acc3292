import { texts } from '#contract/texts.ts'
import { Es } from '../ui/Es.tsx'
import type { CareerKind } from './careers.api.ts'

/** The words that differ between experiences and studies. */
export const CAREER_TEXTS = {
  experience: {
    things: 'experiences',
    title: { label: 'Position', autoComplete: 'organization-title' },
    place: { label: 'Company', autoComplete: 'organization' },
    logo: 'Company logo',
    ongoing: <Es>{texts.careers.ongoingExperience}</Es>,
    failure: <Es>{texts.careers.experiencesFailed}</Es>,
    emptyTitle: 'There are no experiences to show',
    emptyHint: 'Add where you have worked and what you did there.',
  },
  study: {
    things: 'studies',
    title: { label: 'Degree', autoComplete: 'off' },
    place: { label: 'Institute', autoComplete: 'organization' },
    logo: 'Institute logo',
    ongoing: texts.careers.ongoingStudy,
    failure: texts.careers.studiesFailed,
    emptyTitle: 'There are no studies to show',
    emptyHint: 'Add your degrees, courses and certificates.',
  },
} as const satisfies Record<CareerKind, object>
