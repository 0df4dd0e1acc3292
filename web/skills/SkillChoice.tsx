import { useId, useState } from 'react'
import type { SkillScope } from '#contract/skills.ts'
import { m } from '#contract/texts.ts'
import { formatCount } from '../lib/format.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { CountedFilters } from './skills.api.ts'
import { useSkillsIn } from './use-skills.ts'

type SkillChoiceProps = {
  /** The list that uses the skills (decision 44). */
  scope: SkillScope | 'own-offers'
  /** The filters for the counts; undefined without counts. */
  filters: CountedFilters | undefined
  value: string[]
  onChange: (skills: string[]) => void
}

/**
 * The skills to filter a list by, with the number of results of each. Skills with matches are listed; one without any
 * after a choice, and a selected one, keep their position until the next opening.
 */
export function SkillChoice({ scope, filters, value, onChange }: SkillChoiceProps) {
  const skills = useSkillsIn(scope, filters)
  const [text, setText] = useState('')
  const chosen = new Set(value.map(fold))
  const names = useSeen(skills.data?.map(({ name }) => name))
  const counts = new Map(skills.data?.map(({ name, count }) => [name, count]))
  const isCounted = filters !== undefined && skills.data?.some(({ count }) => count !== undefined) === true
  const ids = useId()
  // Skills selected on opening come first; their positions are then stable.
  const [early] = useState(() => new Set(value.map(fold)))
  const missing = value.filter((skill) => !names.some((name) => fold(name) === fold(skill)))
  const all = [...missing, ...names]
  const shown = [
    ...all.filter((name) => early.has(fold(name))),
    ...all.filter((name) => !early.has(fold(name))),
  ].filter((name) => plain(name).includes(plain(text)))

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{m.general_skills()}</legend>
      <TextInput
        type="search"
        aria-label={m.skills_find()}
        placeholder={m.skills_find()}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-2 max-h-56 overflow-y-auto overscroll-contain rounded-control border border-line px-3 py-1">
        {skills.isPending && <Skeleton className="my-2" />}
        {shown.map((name, index) => (
          <li key={name} className="flex items-start justify-between gap-3">
            <Checkbox
              label={name}
              aria-describedby={isCounted ? `${ids}-${index}` : undefined}
              disabled={isCounted && !counts.get(name) && !chosen.has(fold(name))}
              checked={chosen.has(fold(name))}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...value, name]
                    : value.filter((skill) => fold(skill) !== fold(name)),
                )
              }
            />
            {isCounted && (
              <span
                id={`${ids}-${index}`}
                className="py-1 text-muted text-sm tabular-nums leading-5 pointer-coarse:py-3"
              >
                {formatCount(counts.get(name) ?? 0)}
              </span>
            )}
          </li>
        ))}
        {!skills.isPending && shown.length === 0 && (
          <li className="py-2 text-muted text-sm">{m.skills_none_found()}</li>
        )}
      </ul>
    </fieldset>
  )
}

/** All names since the opening, in the order of arrival, so that positions are stable. */
function useSeen(names: string[] = []): string[] {
  const [seen, setSeen] = useState<string[]>([])
  const added = names.filter((name) => !seen.includes(name))
  if (added.length === 0) return seen
  const all = [...seen, ...added]
  setSeen(all)
  return all
}

const fold = (text: string) => text.trim().toLocaleLowerCase('es')

/** For comparison: 'diseno' finds 'Diseño'. */
const plain = (text: string) => fold(text).normalize('NFD').replaceAll(/\p{M}/gu, '')
