import { LIMITS } from '#contract/values.ts'
import { experienceQueries, studyQueries } from '../../careers/careers.queries.ts'
import type { Services } from '../../services.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter } from '../builders.ts'

/** More than a page of a profile shows. */
const THINGS = 20

const filled = (part: string, length: number = LIMITS.description) =>
  part
    .repeat(Math.ceil(length / part.length))
    .slice(0, length)
    .trim()

/** Descriptions with as many elements as possible, or costly to parse, by what they hold. */
export const COSTLY_TEXTS: Record<string, string> = {
  words: filled('lorem ipsum dolor '),
  paragraphs: filled('a\n\n'),
  'marked paragraphs': `*a*\n\n${filled('a\n\n', LIMITS.description - 10)}`,
  emphasis: filled('*a* '),
  'strong emphasis': filled('***a*** '),
  code: filled('`a` '),
  fences: filled('~~~\na\n~~~\n'),
  headings: filled('# a\n'),
  items: filled('- a\n'),
  'items of items': filled('- - - - - - - - - - a\n'),
  'numbered items': filled('1. a\n'),
  quotes: filled('> a\n\n'),
  'quotes of quotes': filled('> > > > > > > > > > a\n\n'),
  links: filled('[a](http:a) '),
  addresses: filled('http://a.es '),
  'everything at once': filled('> - **[a](http:a)** `b`\n\n'),
  'open brackets': filled('['),
  'open links': filled('[a](b'),
  'open emphasis': filled('*a'),
  'open code': filled('`` ` '),
}

/** Adds a developer and a recruiter with this text in every field; returns their pages, the profile first. */
export async function addPages(services: Services, text: string): Promise<string[]> {
  const [dev, rec] = [await buildDeveloper(services), await buildRecruiter(services)]
  await services.db
    .updateTable('users')
    .set({ description: text })
    .where('id', 'in', [dev.id, rec.id])
    .execute()
  const period = { startDate: '2020-01', endDate: null }
  const experienceSkills = Array.from({ length: 10 }, (_, index) => `Skill ${index}`)
  const codeSections = Array.from({ length: LIMITS.codeSections }, () => filled('a\n', LIMITS.codeSection))
  let [project, offer] = ['', '']
  for (let count = 0; count < THINGS; count += 1) {
    const description = `${text.slice(0, LIMITS.description - 5)} ${count}`
    const described = { ...period, description }
    await services.db.transaction().execute(async (tx) => {
      await experienceQueries.insert(tx, dev.id, {
        company: 'A',
        position: 'A',
        experienceSkills,
        ...described,
      })
      await studyQueries.insert(tx, dev.id, { degree: 'A', instituteName: 'A', ...described })
    })
    project = await buildProject(services, dev, { description, codeSections })
    offer = await buildOffer(services, rec, { description })
  }
  const profile = `/profile/${dev.id}`
  return [
    ...[profile, `${profile}?tab=studies`, `${profile}?tab=projects`],
    ...[`/projects/${project}`, `/offers/${offer}`, `/recruiter/${rec.id}`],
  ]
}
