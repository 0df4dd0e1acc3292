import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NODE_FLAGS } from '../../../scripts/memory.mjs'
import { insertMessages } from '../../messages/sending.queries.ts'
import {
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
  type Person,
} from '../builders.ts'
import { withData } from '../faults/killable-server.ts'
import { freePort } from '../free-port.ts'
import { MAX_PAUSE_MS } from '../loop-pauses.ts'
import { type Sent, send } from '../security/send.ts'
import { until } from '../until.ts'
import { addPages, COSTLY_TEXTS } from './costly-texts.ts'

/** The lesser pause of two processes counts, as one may include a collection of garbage. */
const PROCESSES = 2
const SERVER = 'dist/server/main.cjs'

const folder = mkdtempSync(join(tmpdir(), 'puente-first-calls-'))
const data = join(folder, 'data')
const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', MIN_FREE_MB: '0' }
type World = {
  dev: Person
  rec: Person
  offer: string
  project: string
  message: string
  /** By what was written in them. */
  costlyProfiles: Record<string, string>
}
let world: World
const APPLICATION = { phone: '+34 600 000 000', coverLetter: 'Hola', gdprAccepted: true }

beforeAll(async () => {
  if (!existsSync(SERVER)) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  world = await withData({ ...settings, DATA_DIR: data }, async (services) => {
    const [dev, rec] = [await buildDeveloper(services), await buildRecruiter(services)]
    const [offer, project] = [await buildOffer(services, rec), await buildProject(services, dev)]
    const draft = { text: 'Hola', image: '', clientId: null, contentHash: null }
    const sent = { ...draft, senderId: rec.id, receiverId: dev.id }
    const { messages } = await services.db.transaction().execute((tx) => insertMessages(tx, [sent]))
    const costlyProfiles: Record<string, string> = {}
    for (const [what, text] of Object.entries(COSTLY_TEXTS)) {
      const [profile = ''] = await addPages(services, text)
      costlyProfiles[what] = profile
    }
    return { dev, rec, offer, project, message: messages[0]?.id ?? '', costlyProfiles }
  })
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Call = (url: string) => Promise<Response>

const call =
  (name: string, sent: (world: World) => Sent = () => ({}), who: 'dev' | 'rec' = 'dev'): Call =>
  (url) =>
    send(url, name, sent(world), world[who].token)

const read =
  (path: (world: World) => string): Call =>
  (url) =>
    fetch(url + path(world))

test.each<[what: string, call: Call]>([
  [
    'POST /users/passkeys/options',
    call('POST /users/passkeys/options', () => ({ body: { password: PASSWORD } })),
  ],
  ['POST /users/login/passkey/options', call('POST /users/login/passkey/options')],
  ['GET /messages/sync', call('GET /messages/sync')],
  ['GET /settings', call('GET /settings')],
  ['PUT /settings/profile', call('PUT /settings/profile', () => ({ body: { name: 'Ana' } }))],
  ['GET /offers/:id', call('GET /offers/:id', ({ offer }) => ({ params: { id: offer } }))],
  ['GET /projects/:id', call('GET /projects/:id', ({ project }) => ({ params: { id: project } }), 'rec')],
  [
    'POST /messages/send/:id',
    call('POST /messages/send/:id', ({ rec }) => ({ params: { id: rec.id }, body: { text: 'Hola' } })),
  ],
  [
    'PATCH /messages/:id',
    call(
      'PATCH /messages/:id',
      ({ message }) => ({ params: { id: message }, body: { text: 'Adiós' } }),
      'rec',
    ),
  ],
  ['the list of offers', read(() => '/offers')],
  ['an offer', read(({ offer }) => `/offers/${offer}`)],
  ['the list of projects', read(() => '/es/projects')],
  ['a project', read(({ project }) => `/projects/${project}`)],
  ['a profile', read(({ dev }) => `/profile/${dev.id}`)],
  ['the page for signing in', read(() => '/login')],
  ['the home page', read(() => '/')],
  ['the home page in Spanish', read(() => '/es')],
  ['the documentation of the API', read(() => '/api/docs')],
  [
    'POST /offers/:id/apply',
    call('POST /offers/:id/apply', ({ offer }) => ({ params: { id: offer }, body: APPLICATION })),
  ],
  ['the description of the API', read(() => '/api/openapi.json')],
  ...Object.keys(COSTLY_TEXTS).map((what): [string, Call] => [
    `a profile of somebody who wrote ${what}`,
    read(({ costlyProfiles }) => costlyProfiles[what] ?? ''),
  ]),
])(
  '%s does not block others as the first call of a process (X1)',
  async (_what, act) => {
    const pausesMs: number[] = []
    while (pausesMs.length < PROCESSES && Math.min(...pausesMs) > MAX_PAUSE_MS)
      pausesMs.push(await firstPause(act))
    expect(Math.min(...pausesMs), `${pausesMs.map(Math.round)}`).toBeLessThanOrEqual(MAX_PAUSE_MS)
  },
  120_000,
)

/** The longest pause of a process, started on a copy of the data, until it has responded to its first call. */
async function firstPause(act: Call): Promise<number> {
  const dataDir = mkdtempSync(join(folder, 'copy-'))
  cpSync(data, dataDir, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const watched = ['--import', join(import.meta.dirname, 'watched-process.ts')]
  // Without the cache of compiled code, as in a new container.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  const server = spawn(process.execPath, [...NODE_FLAGS, ...watched, SERVER], {
    env: {
      ...env,
      NODE_ENV: 'production',
      ...settings,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    await until(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok, 30_000)
    await pauseOf(server)
    const response = await act(url)
    expect(response.status, await response.text()).toBeLessThan(300)
    return await pauseOf(server)
  } finally {
    server.kill('SIGKILL')
  }
}

/** The longest pause since the last message. */
async function pauseOf(server: ChildProcess): Promise<number> {
  server.send('measure')
  const [longestMs] = await once(server, 'message')
  return longestMs
}
