import type { ReactNode } from 'react'
import type { DevPublic } from '#contract/devs.ts'
import { texts } from '#contract/texts.ts'
import { Card } from '../ui/Card.tsx'
import { Chip } from '../ui/Chip.tsx'
import { PlainText } from '../ui/PlainText.tsx'

/** Languages with their levels (PROF-15). */
export function LanguagesCard({ developer }: { developer: DevPublic }) {
  const { languages } = developer.role.developer
  return (
    <FactCard title="Languages">
      {languages.length === 0 ? (
        <Missing />
      ) : (
        <ul className="space-y-1.5">
          {languages.map(({ language, languageLevel }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a language may occur twice
            <li key={index} className="flex justify-between gap-4">
              <span className="min-w-0">{language}</span>
              <span className="text-muted">{languageLevel}</span>
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
  return (
    <FactCard title="Skills">
      {skills.length === 0 ? (
        <Missing />
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {skills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Chip>{skill}</Chip>
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
    <FactCard title="About Me">{description ? <PlainText>{description}</PlainText> : <Missing />}</FactCard>
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
  return <p className="text-muted">{texts.people.notCompleted}</p>
}
