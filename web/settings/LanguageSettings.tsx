import { useId, useState } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { chooseLanguage } from '../lib/choose-language.ts'
import { Card } from '../ui/Card.tsx'
import { Select } from '../ui/Select.tsx'

/** The language of pages, mails and errors; without one, that of each address. */
export function LanguageSettings() {
  const id = useId()
  const { profile } = useAuth()
  const [chosen, setChosen] = useState<Language | ''>()
  const [error, setError] = useState<string>()

  async function handleChange(language: Language | '') {
    setChosen(language)
    setError(undefined)
    const failure = await chooseLanguage(language)
    setError(failure?.message)
    setChosen(undefined)
  }

  return (
    <Card as="section" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg">
        {m.layout_language()}
      </h2>
      <p id={`${id}-hint`} className="mt-1 text-muted text-sm">
        {m.settings_language_hint()}
      </p>
      <Select
        className="mt-3 max-w-80"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-hint`}
        value={chosen ?? profile?.language ?? ''}
        onChange={({ target }) => void handleChange(target.value as Language | '')}
        options={[
          { value: '', label: m.settings_language_none() },
          ...LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
        ]}
      />
      {error && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {error}
        </p>
      )}
    </Card>
  )
}
