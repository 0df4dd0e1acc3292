import { useState } from 'react'
import { m } from '#contract/texts.ts'
import { MAX_SKILLS } from '#contract/values.ts'
import { useSkills } from '../skills/use-skills.ts'
import { Field } from '../ui/Field.tsx'
import { TagInput } from '../ui/TagInput.tsx'

type SkillsStepProps = { value: string[]; onChange: (skills: string[]) => void }

/** Suggests from all skills; other words are allowed (decision 35). */
export function SkillsStep({ value, onChange }: SkillsStepProps) {
  const { data: names = [] } = useSkills()
  const [text, setText] = useState('')
  return (
    <Field label={m.general_skills()} help={m.onboarding_skills_help({ max: MAX_SKILLS })} required>
      <TagInput
        value={value}
        onChange={onChange}
        onQuery={setText}
        suggestions={matching(names, text)}
        suggestedFor={text}
        max={MAX_SKILLS}
        placeholder={m.onboarding_skills_example()}
      />
    </Field>
  )
}

/** Matches that start with the text first, then those that contain it. */
function matching(names: readonly string[], text: string) {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found = names.filter((name) => name.toLowerCase().includes(wanted))
  return found.sort((a, b) => Number(!startsWith(a, wanted)) - Number(!startsWith(b, wanted)))
}

const startsWith = (name: string, wanted: string) => name.toLowerCase().startsWith(wanted)
