import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { LANGUAGE_LEVELS } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'

/** The key identifies a row for React only. */
export type LanguageRow = { key: number; language: string; languageLevel: string }

type LanguageRowsProps = {
  rows: LanguageRow[]
  error?: string | undefined
  onChange: (rows: LanguageRow[]) => void
  /** Called when the focus leaves the whole group. */
  onLeave: () => void
}

/** Languages with their levels; the last one cannot be removed (VAL-85). */
export function LanguageRows({ rows, error, onChange, onLeave }: LanguageRowsProps) {
  const change = (key: number, next: Partial<LanguageRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...next } : row)))

  function add() {
    const key = Math.max(...rows.map((row) => row.key)) + 1
    onChange([...rows, { key, language: '', languageLevel: '' }])
  }

  return (
    <Field label={m.devs_languages()} group required error={error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only observes the focus leaving the group. */}
      <div
        className="grid gap-3"
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
        }}
      >
        {rows.map((row, index) => (
          <div
            key={row.key}
            className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[1fr_8rem_auto]"
          >
            <Field
              label={m.devs_language_number({ index: index + 1 })}
              hideLabel
              className="col-span-2 sm:col-span-1"
            >
              <TextInput
                placeholder={m.devs_language()}
                maxLength={LIMITS.name}
                value={row.language}
                onChange={(event) => change(row.key, { language: event.target.value })}
              />
            </Field>
            <Field label={m.devs_language_level_number({ index: index + 1 })} hideLabel>
              <Select
                placeholder={m.devs_language_level()}
                options={LANGUAGE_LEVELS.map((level) => ({
                  value: level,
                  label: m.devs_language_level_name({ level }),
                }))}
                value={row.languageLevel}
                onChange={(event) => change(row.key, { languageLevel: event.target.value })}
              />
            </Field>
            <IconButton
              label={m.devs_language_remove({ index: index + 1 })}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        ))}
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          disabled={rows.length >= LIMITS.languages}
          onClick={add}
        >
          <Plus aria-hidden="true" />
          {m.devs_language_add()}
        </Button>
      </div>
    </Field>
  )
}
