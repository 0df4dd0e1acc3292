import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#contract/values.ts'
import { NODE_FLAGS } from '../../../scripts/memory.mjs'
import { experienceQueries, studyQueries } from '../../careers/careers.queries.ts'
import type { Services } from '../../services.ts'
import { buildDeveloper, buildOffer, buildProject, buildRecruiter } from '../builders.ts'
import { withData } from '../faults/killable-server.ts'
import { freePort } from '../free-port.ts'
import { MAX_PAUSE_MS } from '../loop-pauses.ts'
import { until } from '../until.ts'

const SERVER = 'dist/server/main.cjs'
/** More than a page of a profile shows. */
const THINGS = 20

const filled = (part: string, length: number = LIMITS.description) =>
  part
    .repeat(Math.ceil(length / part.length))
    .slice(0, length)
    .trim()

/** Descriptions with as many elements as possible, or costly to parse. */
const TEXTS: Record<string, string> = {
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

const dataDir = mkdtempSync(join(tmpdir(), 'puente-pages-'))
const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', MIN_FREE_MB: '0' }
const pages = new Map<string, string[]>()
let server: ChildProcess
let url: string

beforeAll(async () => {
  if (!existsSync(SERVER)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  await withData(settings, async (services) => {
    for (const [what, text] of Object.entries(TEXTS)) pages.set(what, await addPages(services, text))
  })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const watched = ['--import', join(import.meta.dirname, 'watched-process.ts')]
  server = spawn(process.execPath, [...NODE_FLAGS, ...watched, SERVER], {
    env: { ...process.env, NODE_ENV: 'production', ...settings, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok, 30_000)
}, 120_000)

afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(Object.keys(TEXTS))(
  'rendering pages of people who wrote %s does not block others (X1)',
  async (what) => {
    for (const page of [...(pages.get(what) ?? []), '/', '/offers', '/projects', '/developers'])
      expect(await leastPause(page), page).toBeLessThanOrEqual(MAX_PAUSE_MS)
  },
)

/** The least of the renderings in each language, as one may include compilation or garbage collection. */
async function leastPause(page: string): Promise<number> {
  const pausesMs: number[] = []
  for (const language of ['', '/en', '/es']) {
    await pauseSince()
    const response = await fetch(`${url}${language}${page}`)
    const html = await response.text()
    pausesMs.push(await pauseSince())
    // Not the shell, which the browser renders.
    expect([response.status, html]).toEqual([200, expect.stringContaining('<main')])
  }
  return Math.min(...pausesMs)
}

/** The longest pause since the last request. */
async function pauseSince(): Promise<number> {
  server.send('measure')
  const [longestMs] = await once(server, 'message')
  return longestMs
}

/** The pages of a developer and a recruiter with this text in every field. */
async function addPages(services: Services, description: string): Promise<string[]> {
  const [dev, rec] = [await buildDeveloper(services), await buildRecruiter(services)]
  const period = { startDate: '2020-01', endDate: null, description }
  const experienceSkills = Array.from({ length: 10 }, (_, index) => `Skill ${index}`)
  const codeSections = Array.from({ length: LIMITS.codeSections }, () => filled('a\n', LIMITS.codeSection))
  let [project, offer] = ['', '']
  for (let count = 0; count < THINGS; count += 1) {
    await services.db.transaction().execute(async (tx) => {
      await experienceQueries.insert(tx, dev.id, { company: 'A', position: 'A', experienceSkills, ...period })
      await studyQueries.insert(tx, dev.id, { degree: 'A', instituteName: 'A', ...period })
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
