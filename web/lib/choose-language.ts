import { getLocale, type Language } from '#contract/locale.ts'
import { updateLanguage } from '#contract/settings.ts'
import { request } from './api.ts'
import { type Failure, isFailure } from './api-failure.ts'
import { auth } from './auth.ts'
import { fullNavigation } from './full-navigation.ts'
import { currentPageIn } from './language.ts'

/** Stores the choice of the signed-in person and opens this page in it; returns the failure if it cannot be stored. */
export async function chooseLanguage(language: Language | ''): Promise<Failure | undefined> {
  const result = await request(updateLanguage, { body: { language } })
  if (isFailure(result)) return result
  const target = currentPageIn(language)
  const { pathname, search, hash } = window.location
  if (language === getLocale() || target === pathname + search + hash) auth.setProfile(result.user)
  else fullNavigation.to(target)
  return undefined
}
