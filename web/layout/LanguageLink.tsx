import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { getLocale, LANGUAGE_NAMES, type Language } from '#contract/locale.ts'
import { auth } from '../lib/auth.ts'
import { chooseLanguage } from '../lib/choose-language.ts'
import { addressIn } from '../lib/language.ts'
import { toast } from '../ui/toast.ts'

type LanguageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { language: Language }

/** A link to the same page in another language; for signed-in people it also stores the choice. */
export function LanguageLink({ language, children, onClick, ...props }: LanguageLinkProps) {
  const { pathname, search, hash } = useLocation()

  async function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!auth.token() || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const failure = await chooseLanguage(language)
    if (failure) toast.error(failure.message)
  }

  return (
    <a
      {...props}
      href={addressIn(language, pathname + search + hash)}
      hrefLang={language}
      lang={language}
      aria-current={getLocale() === language ? 'true' : undefined}
      onClick={handleClick}
    >
      {children ?? LANGUAGE_NAMES[language]}
    </a>
  )
}
