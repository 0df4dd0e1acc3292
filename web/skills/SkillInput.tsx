import { type ComponentProps, useEffect, useState } from 'react'
import { MAX_SKILL_LENGTH, MAX_SKILLS } from '#contract/values.ts'
import { TagInput } from '../ui/TagInput.tsx'
import { useSkillSuggestions } from './use-skills.ts'

/** CONST-12 */
const DEBOUNCE_MS = 300

type SkillInputProps = Omit<
  ComponentProps<typeof TagInput>,
  'suggestions' | 'suggestedFor' | 'onQuery' | 'max' | 'maxLength'
>

/** Skills with suggestions from the server; at 10 the input hides (VAL-55, VAL-56). */
export function SkillInput(props: SkillInputProps) {
  const [text, setText] = useState('')
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const suggestions = useSkillSuggestions(debounced)

  return (
    <TagInput
      {...props}
      onQuery={setText}
      suggestions={text.trim() === '' ? [] : (suggestions.data ?? [])}
      suggestedFor={suggestions.isPlaceholderData ? undefined : debounced}
      max={MAX_SKILLS}
      maxLength={MAX_SKILL_LENGTH}
    />
  )
}
