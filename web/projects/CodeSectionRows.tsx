import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { CODE_LANGUAGES, type CodeLanguage } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'

export type Code = { sections: string[]; languages: (CodeLanguage | '')[] }

type CodeSectionRowsProps = {
  /** As many languages as sections, or fewer. */
  value: Code
  onChange: (code: Code) => void
  /** One per section. */
  errors: (string | undefined)[]
  /** For the list as a whole. */
  error: string | undefined
}

/** Code sections as plain text, each with its language; empty ones are not stored. */
export function CodeSectionRows({
  value: { sections, languages },
  onChange,
  errors,
  error,
}: CodeSectionRowsProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const rows = sections.map((code, index) => ({ code, language: languages[index] ?? ('' as const) }))
  const set = (changed: typeof rows) =>
    onChange({
      sections: changed.map(({ code }) => code),
      languages: changed.map(({ language }) => language),
    })
  const change = (changedIndex: number, part: Partial<(typeof rows)[number]>) =>
    set(rows.map((row, index) => (index === changedIndex ? { ...row, ...part } : row)))

  function add() {
    set([...rows, { code: '', language: rows.at(-1)?.language ?? '' }])
    requestAnimationFrame(() => [...(box.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus())
  }

  function remove(removedIndex: number) {
    set(rows.filter((_, index) => index !== removedIndex))
    requestAnimationFrame(() => [...(box.current?.querySelectorAll('button') ?? [])].at(-1)?.focus())
  }

  return (
    <fieldset ref={box} className="min-w-0 space-y-3">
      <legend className="font-medium text-sm">{m.projects_code_sections()}</legend>
      <p className="!mt-0.5 text-muted text-sm">
        {m.projects_code_sections_help({ sections: LIMITS.codeSections, characters: LIMITS.codeSection })}
      </p>
      {rows.map(({ code, language }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section has no identity but its text and index
        <div key={index} className="space-y-2">
          <div className="flex items-center justify-between gap-2">
            <Select
              aria-label={m.projects_code_language_of({ index: index + 1 })}
              className="w-44"
              value={language}
              onChange={({ target }) => change(index, { language: target.value as CodeLanguage | '' })}
              options={[{ value: '', label: m.projects_code_language_none() }, ...CODE_LANGUAGES]}
            />
            <IconButton
              label={m.projects_code_section_remove({ index: index + 1 })}
              onClick={() => remove(index)}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
          <Field label={m.projects_code_section({ index: index + 1 })} hideLabel error={errors[index]}>
            <TextArea
              rows={5}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              value={code}
              counterMax={LIMITS.codeSection}
              onChange={(event) => change(index, { code: event.target.value })}
              className="font-mono text-sm [tab-size:2]"
            />
          </Field>
        </div>
      ))}
      <Button variant="outline" size="sm" disabled={rows.length >= LIMITS.codeSections} onClick={add}>
        <Plus aria-hidden="true" />
        {m.projects_code_section_add()}
      </Button>
      {error && <p className="text-danger text-sm">{error}</p>}
    </fieldset>
  )
}
