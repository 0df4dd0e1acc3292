import type { ReactNode } from 'react'
import type { DevPublic } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { useSkillLinks } from '../skills/use-skill-links.tsx'
import { Card } from '../ui/Card.tsx'
import { Chip } from '../ui/Chip.tsx'
import { WrittenText } from '../ui/WrittenText.tsx'

/** Languages with their levels (PROF-15). */
export function LanguagesCard({ developer }: { developer: DevPublic }) {
  const { languages } = developer.role.developer
  return (
    <FactCard title={m.devs_languages()}>
      {languages.length === 0 ? (
        <Missing />
      ) : (
        <ul className="space-y-1.5">
          {languages.map(({ language, languageLevel }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a language may occur twice
            <li key={index} className="flex justify-between gap-4">
              <span className="min-w-0">{language}</span>
              <span className="text-muted">{m.devs_language_level_name({ level: languageLevel })}</span>
            </li>
          ))}
        </ul>
      )}
    </FactCard>
  )
}

/** PROF-16 */
export function SkillsCard({ developer }: { developer: DevPublic }) {
  const { skills } = developer.role.developer
  const linkOf = useSkillLinks(paths.developers())
  return (
    <FactCard title={m.general_skills()}>
      {skills.length === 0 ? (
        <Missing />
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {skills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Chip link={linkOf(skill)}>{skill}</Chip>
            </li>
          ))}
        </ul>
      )}
    </FactCard>
  )
}

/** PROF-17 */
export function AboutCard({ developer: { description } }: { developer: DevPublic }) {
  return (
    <FactCard title={m.general_about_me()}>
      {description ? <WrittenText>{description}</WrittenText> : <Missing />}
    </FactCard>
  )
}

function FactCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-3 text-lg">{title}</h2>
      {children}
    </Card>
  )
}

function Missing() {
  return <p className="text-muted">{m.people_not_completed()}</p>
}
