import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextArea } from '../ui/TextArea.tsx'

type CodeSectionRowsProps = {
  value: string[]
  onChange: (sections: string[]) => void
  /** One per section. */
  errors: (string | undefined)[]
  /** For the list as a whole. */
  error: string | undefined
}

/** Code sections as plain text; empty ones are not stored. */
export function CodeSectionRows({ value, onChange, errors, error }: CodeSectionRowsProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const change = (changedIndex: number, code: string) =>
    onChange(value.map((section, index) => (index === changedIndex ? code : section)))

  function add() {
    onChange([...value, ''])
    requestAnimationFrame(() => [...(box.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus())
  }

  function remove(removedIndex: number) {
    onChange(value.filter((_, index) => index !== removedIndex))
    requestAnimationFrame(() => [...(box.current?.querySelectorAll('button') ?? [])].at(-1)?.focus())
  }

  return (
    <fieldset ref={box} className="min-w-0 space-y-3">
      <legend className="mb-1.5 font-medium text-sm">{m.projects_code_sections()}</legend>
      {value.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section has no identity but its text and index
        <div key={index} className="flex items-start gap-2">
          <Field
            label={m.projects_code_section({ index: index + 1 })}
            hideLabel
            error={errors[index]}
            className="flex-1"
          >
            <TextArea
              rows={5}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              value={section}
              counterMax={LIMITS.codeSection}
              onChange={(event) => change(index, event.target.value)}
              className="font-mono text-sm [tab-size:2]"
            />
          </Field>
          <IconButton
            label={m.projects_code_section_remove({ index: index + 1 })}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Button variant="outline" size="sm" disabled={value.length >= LIMITS.codeSections} onClick={add}>
        <Plus aria-hidden="true" />
        {m.projects_code_section_add()}
      </Button>
      {error && <p className="text-danger text-sm">{error}</p>}
    </fieldset>
  )
}
