import { onboardDev } from '#contract/devs.ts'
import { isCompleteLanguage, withHttps } from '#contract/formats.ts'
import { updateRecruiterProfile } from '#contract/recruiters.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { birthDateToSend } from '../lib/format.ts'
import type { Draft } from './draft.ts'

/** The catalogue texts are Spanish. */
export type OnboardingFailure = Pick<Failure, 'message'> & { isSpanish: boolean }

/** Sends the draft of a developer or a recruiter; the failure has the text to show (ERR-48, ERR-50). */
export async function submitOnboarding(
  role: string | undefined,
  draft: Draft,
): Promise<OnboardingFailure | undefined> {
  const { phone, description, birthDate } = draft.userinfo1
  const person = {
    phone,
    description,
    birthDate: birthDateToSend(birthDate),
    avatar: draft.userinfo2.imageUrl,
    hasCompletedOnboarding: true,
  }
  if (role === 'developer') {
    const { languages, linkedin, github, experienceYears, ...details } = draft.roletype1
    const developer = {
      ...details,
      experienceYears: Number(experienceYears),
      linkedin: withHttps(linkedin),
      github: withHttps(github),
      languages: languages
        .filter(isCompleteLanguage)
        .map(({ language, languageLevel }) => ({ language, languageLevel })),
      skills: draft.roletype2.skills,
    }
    return failureIn(await request(onboardDev, { body: { ...person, role: { ...DEVELOPER, developer } } }))
  }
  if (role === 'recruiter') {
    const recruiter = { ...draft.recruiter1, website: withHttps(draft.recruiter1.website) }
    return failureIn(
      await request(updateRecruiterProfile, { body: { ...person, role: { ...RECRUITER, recruiter } } }),
    )
  }
  return { message: m.auth_invalid_role(), isSpanish: true }
}

const DEVELOPER = { type: 'developer' }
const RECRUITER = { type: 'recruiter' }

/** The server's message for refusals, the catalogue's for everything else. */
function failureIn(result: object): OnboardingFailure | undefined {
  if (!isFailure(result)) return undefined
  const isRefusal = result.status >= 400 && result.status < 500
  return isRefusal
    ? { message: result.message, isSpanish: false }
    : { message: m.people_onboarding_failed(), isSpanish: true }
}
