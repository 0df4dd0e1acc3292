import { useState } from 'react'
import type { SkillScope } from '#contract/skills.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { useSkills } from './use-skills.ts'

type SkillChoiceProps = {
  /** The list that uses the skills (decision 44). */
  scope: SkillScope
  value: string[]
  onChange: (skills: string[]) => void
}

/** The skills to filter a list by; a selected one stays visible although nothing in the list has it. */
export function SkillChoice({ scope, value, onChange }: SkillChoiceProps) {
  const skills = useSkills(scope)
  const [text, setText] = useState('')
  const chosen = new Set(value.map(fold))
  const names = skills.data ?? []
  // Skills that were selected on opening come first; nothing moves under the finger afterwards.
  const [early] = useState(() => new Set(value.map(fold)))
  const missing = value.filter((skill) => !names.some((name) => fold(name) === fold(skill)))
  const all = [...missing, ...names]
  const shown = [
    ...all.filter((name) => early.has(fold(name))),
    ...all.filter((name) => !early.has(fold(name))),
  ].filter((name) => plain(name).includes(plain(text)))

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">Skills</legend>
      <TextInput
        type="search"
        aria-label="Find a skill"
        placeholder="Find a skill"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-2 max-h-56 overflow-y-auto overscroll-contain rounded-control border border-line px-3 py-1">
        {skills.isPending && <Skeleton className="my-2" />}
        {shown.map((name) => (
          <li key={name}>
            <Checkbox
              label={name}
              checked={chosen.has(fold(name))}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...value, name]
                    : value.filter((skill) => fold(skill) !== fold(name)),
                )
              }
            />
          </li>
        ))}
        {!skills.isPending && shown.length === 0 && (
          <li className="py-2 text-muted text-sm">No skills found</li>
        )}
      </ul>
    </fieldset>
  )
}

const fold = (text: string) => text.trim().toLocaleLowerCase('es')

/** For comparison: 'diseno' finds 'Diseño'. */
const plain = (text: string) => fold(text).normalize('NFD').replaceAll(/\p{M}/gu, '')
