import { randomUUID } from 'node:crypto'
import pino from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sendSupportTicket } from '#contract/contact.ts'
import { likeProject } from '#contract/likes.ts'
import { sendMessage } from '#contract/messages.ts'
import { actOnReport } from '#contract/moderation.ts'
import { reportThing } from '#contract/reports.ts'
import { changePassword } from '#contract/settings.ts'
import { forgotPassword, login } from '#contract/users.ts'
import { buildProject, PASSWORD } from '../builders.ts'
import { connectDevice } from '../device.ts'
import { mailsTo } from '../outbox.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { buildUpload } from '../uploads.ts'
import { ACCESS } from './access-table.ts'
import {
  firstMatch,
  mailedSecrets,
  PROOF_ADDRESS,
  plantSecrets,
  requireSecret,
  storedHashes,
} from './account-secrets.ts'
import { dumpOf } from './digest.ts'
import { buildScene, CALLERS, type CallerName, JWT_SECRET } from './scene.ts'
import { type Sent, send } from './send.ts'

const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
const host = await startRepositoryHost()
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url }, { log, alone: true })
const scene = await buildScene(server, host)
const { dev, otherDev, rec } = scene

const resume = await buildUpload(server, dev, 'pdf')
const image = `data:image/png;base64,${(
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24c' } })
    .png()
    .toBuffer()
).toString('base64')}`
const set = (id: string, values: object) =>
  server.db.updateTable('users').set(values).where('id', '=', id).execute()
await set(dev.id, {
  phone: '+34 611 000 111',
  birth_date: '1971-03-17',
  email: 'canary.dev@example.com',
  resume: resume.replace(server.url, ''),
  linkedin: 'https://linkedin.example/canary-dev',
  github: 'https://github.example/canary-dev',
})
await set(rec.id, {
  phone: '+34 622 000 222',
  birth_date: '1972-04-18',
  email: 'canary.rec@example.com',
  contact_email: 'canary.office@example.com',
  contact_phone: '+34 633 000 333',
})
await server.db
  .updateTable('applications')
  .set({
    phone: '+34 644 000 444',
    cover_letter: 'canary-letter',
    gdpr_accepted_at: '2001-02-03T04:05:06.789Z',
  })
  .where('id', '=', scene.application)
  .execute()
const sent = await server.call(sendMessage, {
  params: { id: rec.id },
  body: { text: 'canary-message', image },
  as: dev,
})
const imageName = requireSecret(/files\/([\w-]+)/.exec(sent.body.image)?.[1])
await server.call(likeProject, { params: { id: scene.project }, body: { liked: true }, as: otherDev })
const draft = await buildProject(server, dev, { title: 'canary-draft', state: 'draft' })
await server.call(sendSupportTicket, {
  body: {
    name: 'Ana',
    email: 'canary.ticket@example.com',
    category: 'bug',
    subject: 'canary-ticket',
    message: 'canary-ticket',
  },
})
const { _id: reportOfMessage } = (
  await server.call(reportThing, {
    as: rec,
    body: { kind: 'message', id: sent.body._id, reason: 'abuse', text: 'canary-report' },
  })
).body
const decide = { act: 'warn', reason: 'canary-reason' } as const
await server.call(actOnReport, { as: scene.moderator, params: { id: reportOfMessage }, body: decide })
await server.call(forgotPassword, { body: { email: 'canary.dev@example.com' } })
const resetToken = firstMatch(/reset-password\/([\w-]+)/, await mailsTo(server, 'canary.dev@example.com'))
const { token_hash: resetHash } = await server.db
  .selectFrom('reset_tokens')
  .select('token_hash')
  .executeTakeFirstOrThrow()
const { password_hash: passwordHash } = await server.db
  .selectFrom('users')
  .select('password_hash')
  .where('id', '=', dev.id)
  .executeTakeFirstOrThrow()

const secrets = await plantSecrets(server, scene)

type Where = (call: string, caller: CallerName) => boolean
const SELF =
  /^(GET \/users\/getUserProfile|GET \/settings|PUT \/settings\/(profile|language)|PUT \/users\/handle|PUT \/(devs|recruiters)\/(profile|onboarding)|POST \/users\/passkeys\/options)$/
const bySelf =
  (person: CallerName): Where =>
  (call, caller) =>
    SELF.test(call) && caller === person
const toOfferOwner: Where = (call, caller) =>
  caller === 'rec' && /(candidates(\/:candidateId)?|notify-now)$/.test(call)
/** The prefilled form of the next application. */
const toApplicant: Where = (call, caller) => caller === 'dev' && call === 'GET /applications/last'
const asOwnEntry: Where = (call, caller) =>
  (caller === 'dev' || caller === 'rec') && /^\w+ \/offers/.test(call)
const inChat: Where = (call, caller) =>
  (caller === 'dev' || caller === 'rec') && /^(GET \/messages|socket)/.test(call)
const inSingleRead: Where = (call) => call === 'GET /devs/:id'
const either =
  (...wheres: Where[]): Where =>
  (call, caller) =>
    wheres.some((where) => where(call, caller))
/** Business data is in reads of one recruiter or offer, not in lists. */
const inSingleOffer = (call: string) =>
  /^(GET|PUT|POST|PATCH) \/(recruiters\/:id|offers|offers\/:id(\/(apply|state|extend|repost))?)$/.test(
    call,
  ) && call !== 'GET /offers'
const toModerator: Where = (call, caller) => caller === 'moderator' && call.includes(' /admin/')
const nowhere: Where = () => false

/** Private data, and the responses that may contain it by section 2 of docs/security-rules.md. Written by hand. */
const CANARIES: Record<string, { text: string; allowed: Where; isSeen?: false }> = {
  'phone of a developer': { text: '+34 611 000 111', allowed: bySelf('dev') },
  'birth date of a developer': { text: '1971-03-17', allowed: bySelf('dev') },
  'e-mail of a developer': {
    text: 'canary.dev@example.com',
    allowed: either(bySelf('dev'), inSingleRead, toOfferOwner),
  },
  'CV of a developer': {
    text: /files\/([\w-]+)/.exec(resume)?.[1] ?? '',
    allowed: either(bySelf('dev'), inSingleRead, toOfferOwner),
  },
  'links of a developer': { text: 'canary-dev', allowed: either(bySelf('dev'), inSingleRead, toOfferOwner) },
  'phone of a recruiter': { text: '+34 622 000 222', allowed: bySelf('rec') },
  'birth date of a recruiter': { text: '1972-04-18', allowed: bySelf('rec') },
  'account e-mail of a recruiter': { text: 'canary.rec@example.com', allowed: bySelf('rec') },
  'contact e-mail of a recruiter': {
    text: 'canary.office@example.com',
    allowed: either(bySelf('rec'), (call) => inSingleOffer(call)),
  },
  'contact phone of a recruiter': {
    text: '+34 633 000 333',
    allowed: either(bySelf('rec'), (call) => inSingleOffer(call)),
  },
  'phone of an application': { text: '+34 644 000 444', allowed: either(toOfferOwner, toApplicant) },
  'cover letter': { text: 'canary-letter', allowed: either(asOwnEntry, toOfferOwner, toApplicant) },
  draft: {
    text: 'canary-draft',
    allowed: (call, caller) => caller === 'dev' && /^GET \/projects\/(developer\/)?:id$/.test(call),
  },
  'time of consent': { text: '2001-02-03T04:05:06', allowed: nowhere },
  message: { text: 'canary-message', allowed: either(inChat, toModerator) },
  'image of a message': { text: imageName, allowed: inChat },
  ticket: { text: 'canary-ticket', allowed: toModerator },
  'e-mail of a ticket': { text: 'canary.ticket@example.com', allowed: toModerator },
  'reset token': { text: resetToken, allowed: nowhere },
  'hash of a reset token': { text: resetHash, allowed: nowhere },
  'hash of a password': { text: passwordHash.slice(-30), allowed: nowhere },
  'sort of a hash': { text: '$argon2', allowed: nowhere },
  password: { text: PASSWORD, allowed: nowhere },
  'words of a report': { text: 'canary-report', allowed: toModerator },
  'reason of a decision': { text: 'canary-reason', allowed: toModerator },
  'secret of an authenticator app': { text: secrets.totp, allowed: nowhere },
  'recovery code': { text: secrets.recoveryCode, allowed: nowhere },
  'code that proves a domain': { text: `"${secrets.proofCode}"`, allowed: nowhere },
  'hash of such a code': { text: secrets.proofHash, allowed: nowhere },
  'address that such a code was mailed to': { text: PROOF_ADDRESS, allowed: nowhere },
  'account at a provider': { text: 'canary-subject', allowed: nowhere },
  'issuer of an account at a provider': { text: 'canary-issuer', allowed: nowhere },
  'e-mail at a provider': {
    text: 'canary.identity@example.com',
    allowed: (call, caller) => caller === 'dev' && call === 'GET /users/identities',
  },
  session: {
    text: secrets.session,
    allowed: (call, caller) => caller === 'dev' && call.includes(' /users/sessions'),
  },
  'time of a block': { text: '2001-03-04T05:06:07', allowed: nowhere },
  'who blocked': { text: '"blocked":true', allowed: (_, caller) => caller !== 'blocked' },
  'who likes': {
    text: otherDev.id,
    allowed: (call, caller) => caller === 'otherDev' || !/^\w+ \/projects/.test(call),
  },
  'sign-in of somebody': { text: '"sid"', allowed: nowhere },
  'token version': { text: 'token_version', allowed: nowhere },
}

type Seen = { call: string; caller: CallerName | 'nobody'; text: string }
const seen: Seen[] = []

/** Calls with a single input in the table, repeated for everybody; and searches for private data. */
function moreCalls(): [string, Sent][] {
  const ids = [scene.dev.id, scene.rec.id, scene.otherDev.id]
  const words = ['canary', '611 000 111', '1971-03-17', 'canary-letter', 'canary.rec@example.com']
  return [
    ['GET /projects/:id', { params: { id: draft } }],
    ['GET /projects/developer/:id', { params: { id: dev.id }, query: { drafts: 'true' } }],
    ...[...ids, scene.blocked.id].map((userId): [string, Sent] => [
      'GET /messages/users',
      { query: { userId } },
    ]),
    ...ids.flatMap((id): [string, Sent][] => [
      ['GET /messages/:id', { params: { id } }],
      ['GET /messages/:id/read', { params: { id } }],
      ['GET /offers/applied/:id', { params: { id } }],
      ['GET /devs/:id', { params: { id } }],
      ['GET /recruiters/:id', { params: { id } }],
    ]),
    ['POST /users/forgot-password', { body: { email: 'canary.dev@example.com' } }],
    ['POST /recruiters/verification', { body: { domain: 'faro.test', by: 'mail', address: PROOF_ADDRESS } }],
    ['GET /messages/sync', { query: { after: '0' } }],
    ['GET /admin/reports', { query: { state: 'closed' } }],
    ['GET /admin/reports/:id', { params: { id: reportOfMessage } }],
    ...['devs/search', 'projects/search', 'offers/search', 'offers/mine', 'recruiters/people'].flatMap(
      (path) => words.map((q): [string, Sent] => [`GET /${path}`, { query: { q } }]),
    ),
  ]
}

test('private data is returned only where section 2 allows it, for every caller and call (G6, G16)', {
  timeout: 60_000,
}, async () => {
  const devices = await Promise.all(
    CALLERS.map(async (caller) => {
      const device = await connectDevice(server.url, scene[caller])
      seen.push({ call: 'socket', caller, text: JSON.stringify(await device.sync(0)) })
      return { caller, device }
    }),
  )
  // The least privileged first; calls that end an account or a thing last.
  const isEnding = (name: string) => /soft-delete|\/delete|logout|change-password/.test(name)
  const calls: [string, Sent][] = [
    ...moreCalls(),
    ...Object.entries(ACCESS)
      .map(([name, { sent }]): [string, Sent] => [name, sent(scene)])
      .sort(([a], [b]) => Number(isEnding(a)) - Number(isEnding(b))),
  ]
  for (const [call, given] of calls) {
    for (const caller of ['visitor', 'otherDev', 'otherRec', 'dev', 'rec', 'moderator', 'blocked'] as const) {
      // The person blocked by all others only reads, since own blocks are visible.
      if (caller === 'blocked' && !call.startsWith('GET ')) continue
      const token = caller === 'visitor' ? undefined : scene[caller].token
      const response = await send(server.url, call, given, token)
      seen.push({ call, caller, text: `${JSON.stringify([...response.headers])} ${await response.text()}` })
    }
  }
  for (const { caller, device } of devices) {
    seen.push({ call: 'socket', caller, text: JSON.stringify(device.received) })
    device.close()
  }
  for (const path of [
    '/robots.txt',
    '/sitemap.xml',
    '/feeds/offers.atom',
    '/feeds/projects.atom',
    '/sitemaps/developers-1.xml',
    '/metrics',
    '/healthz',
    '/readyz',
    '/api/openapi.json',
    '/api/docs/',
    '/files/',
    '/api/nowhere',
  ]) {
    seen.push({ call: path, caller: 'nobody', text: await (await fetch(server.url + path)).text() })
  }

  const found: string[] = []
  const wasSeen = new Set<string>()
  for (const [what, { text, allowed }] of Object.entries(CANARIES)) {
    for (const one of seen) {
      if (!one.text.includes(text)) continue
      wasSeen.add(what)
      // A site map names every developer.
      const isNobody = one.caller === 'nobody' && what !== 'who likes'
      if (isNobody || (one.caller !== 'nobody' && !allowed(one.call, one.caller)))
        found.push(`${what}: ${one.call} by ${one.caller}`)
    }
  }
  expect([...new Set(found)]).toEqual([])

  // Also secrets mailed or stored by the calls above, which their responses could have contained.
  const { tokens, codes } = await mailedSecrets(server)
  expect([tokens.includes(resetToken), codes.includes(`"${secrets.proofCode}"`)]).toEqual([true, true])
  const hashes = await storedHashes(server)
  expect(hashes).toContain(passwordHash)
  const shown = seen.filter(({ text }) =>
    [...tokens, ...codes, ...hashes].some((secret) => text.includes(secret)),
  )
  expect(shown.map(({ call, caller }) => `${call} by ${caller}`)).toEqual([])
  // A check of the scan itself: allowed data was found where it is allowed.
  const visible = Object.entries(CANARIES).filter(([, { allowed }]) => allowed !== nowhere)
  expect(visible.map(([what]) => what).filter((what) => !wasSeen.has(what))).toEqual([])
})

test('the log contains ids of people only, and nothing that they sent (G16)', async () => {
  await server.refusal(login, { body: { email: 'canary.login@example.com', password: 'Canary-Password-1' } })
  const body = { oldPassword: 'Canary-Password-1', newPassword: 'Canary-Password-2' }
  await server.refusal(changePassword, { body, as: scene.otherRec })
  const text = logged.join('')
  expect(text).toContain('"event":"sign-in failed"')
  const words = Object.entries(CANARIES).flatMap(([what, { text: word }]) =>
    what === 'who likes' || what === 'sign-in of somebody' ? [] : [word],
  )
  const more = [
    'canary.login@example.com',
    'Canary-Password',
    'Bearer',
    ...CALLERS.map((caller) => scene[caller].token),
  ]
  expect([...words, ...more].filter((word) => text.includes(word))).toEqual([])
  for (const line of logged) expect(() => JSON.parse(line)).not.toThrow()
})

test('a token is never stored, even with an idempotency key (A5, G19)', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { email: (await reload(scene.otherRec.id)).email, password: PASSWORD }
  const { status, body: response } = await server.call(login, {
    body,
    headers,
    as: await freshToken(body.email),
  })
  expect(status).toBe(200)
  const dump = await dumpOf(server)
  expect(dump).not.toContain(response.token)
  expect(dump).not.toContain(PASSWORD)
  const { tokens } = await mailedSecrets(server)
  expect(tokens).toContain(resetToken)
  expect(tokens.filter((token) => dump.includes(token))).toEqual([])
})

const reload = (id: string) =>
  server.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()

const freshToken = async (email: string) =>
  (await server.call(login, { body: { email, password: PASSWORD } })).body.token
