import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { allRoutes } from '../../routes.ts'
import { startRepositoryHost } from '../repository-host.ts'
import { startServer } from '../server.ts'
import { ACCESS } from './access-table.ts'
import { contractCalls, nameOf } from './contract-calls.ts'
import { digestOf } from './digest.ts'
import { buildScene, type CALLERS, type CallerName, JWT_SECRET, tokensOf, UNAUTHENTICATED } from './scene.ts'
import { type Sent, send } from './send.ts'

const host = await startRepositoryHost()
const server = await startServer({ JWT_SECRET, GITHUB_API_URL: host.url })

/** The owners last, the owning developer before the owning recruiter, as their calls may delete everything. */
const ORDER: CallerName[] = [...UNAUTHENTICATED, 'moderator', 'blocked', 'otherDev', 'otherRec', 'dev', 'rec']
const GOOD = 300
const UNKNOWN_IDS = [
  '00000000-0000-7000-8000-000000000000',
  '1',
  'undefined',
  '...',
  "' or 1=1 --",
  'A'.repeat(200),
]

test('every call of the contract has its row, and its route (G2)', async () => {
  const calls = (await contractCalls()).map(nameOf).sort()
  expect(Object.keys(ACCESS).sort()).toEqual(calls)
  expect(
    allRoutes(server)
      .map(({ endpoint }) => nameOf(endpoint))
      .sort(),
  ).toEqual(calls)
})

/** Refusals change nothing, so they share one scene. */
const common = await buildScene(server, host)
const tokensFor = {
  developer: await tokensOf(server, common, 'developer'),
  recruiter: await tokensOf(server, common, 'recruiter'),
}

describe.each(Object.entries(ACCESS))('%s', (name, { sent: sentIn, expected }) => {
  const [visitor, dev, otherDev, rec, otherRec, moderator = otherDev] = expected
  const wanted = (caller: CallerName): number =>
    ({ dev, otherDev, rec, otherRec, moderator, blocked: otherDev })[caller as (typeof CALLERS)[number]] ??
    visitor
  // Callers without a valid session are former members of the role with access.
  const role = dev < GOOD ? 'developer' : 'recruiter'
  const [admitted, refused] = [
    ORDER.filter((one) => wanted(one) < GOOD),
    ORDER.filter((one) => wanted(one) >= GOOD),
  ]

  test('responds to each caller as the table says, without being cached; a refusal changes nothing (G1, G2, G3, G11, A5)', {
    tags: [
      'ROLE-01',
      'ROLE-02',
      'ROLE-03',
      'ROLE-04',
      'ROLE-05',
      'ROLE-06',
      'ROLE-07',
      'ROLE-08',
      'ROLE-09',
      'ROLE-10',
      'ROLE-11',
      'ROLE-12',
      'ROLE-13',
      'ROLE-14',
      'ROLE-15',
      'ROLE-16',
      'ROLE-17',
      'ROLE-18',
    ],
  }, async () => {
    const tokens = tokensFor[role]
    const before = await digestOf(server)
    for (const caller of refused) {
      const response = await send(server.url, name, sentIn(common), tokens[caller])
      expect([caller, response.status]).toEqual([caller, wanted(caller)])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await bodyOf(response)).toMatchObject({ error: true, message: expect.stringMatching(/./) })
    }
    if (refused.length > 0) expect(await digestOf(server)).toBe(before)
    if (admitted.length === 0) return

    const scene = isWriting(name) ? await buildScene(server, host) : common
    for (const caller of admitted) {
      const token = caller in scene ? scene[caller as (typeof CALLERS)[number]].token : tokens[caller]
      const response = await send(server.url, name, sentIn(scene), token)
      expect([caller, response.status]).toEqual([caller, wanted(caller)])
      // The cache of public responses is off.
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('401, 403 and 404 are decided before the body is read, also for unknown ids (G1)', async () => {
    const tokens = tokensFor[role]
    const { body, ...rest } = sentIn(common)
    const before = await digestOf(server)
    for (const caller of refused) {
      const hasBody = body !== undefined && !(body instanceof Uint8Array)
      if (!hasBody || ![401, 403].includes(wanted(caller))) continue
      const response = await send(server.url, name, { ...rest, body: [] }, tokens[caller])
      expect([caller, response.status]).toEqual([caller, wanted(caller)])
    }
    const caller = admitted.at(-1)
    for (const key of Object.keys(rest.params ?? {})) {
      for (const id of key === 'token' || caller === undefined ? [] : UNKNOWN_IDS) {
        const changed: Sent = {
          params: { ...rest.params, [key]: id },
          body: body === undefined ? undefined : [],
        }
        const response = await send(server.url, name, changed, tokens[caller as CallerName])
        // Calls by one's own id are refused for any other id (O4).
        const isOwn = /^GET \/offers\/(stats|applied)\//.test(name) && id.length === 36
        expect([key, id, response.status]).toEqual([key, id, isOwn ? 403 : 404])
      }
    }
    expect(await digestOf(server)).toBe(before)
  })
})

describe('ids of unrelated rows', () => {
  test.each([
    'PUT /offers/:id/candidates/:candidateId',
    'GET /offers/:id/candidates/:candidateId/history',
    'GET /offers/cover-letter/:id/:candidateId',
  ])('are not found by %s, even for the owner of one of them (G3)', async (name) => {
    const [one, other] = [await buildScene(server, host), await buildScene(server, host)]
    const ask = async (id: string, candidateId: string) => {
      const sent = {
        params: { id, candidateId },
        body: name.startsWith('GET') ? undefined : { status: 'accepted' },
      }
      return (await send(server.url, name, sent, one.rec.token)).status
    }
    const before = await digestOf(server)
    expect(await ask(one.offer, other.application)).toBe(404)
    expect(await ask(one.offer, other.dev.id)).toBe(404)
    expect(await ask(other.offer, one.application)).toBe(403)
    expect(await digestOf(server)).toBe(before)
  })
})

describe('the caller', () => {
  test('is identified by the token in the header alone (G4, A5)', async () => {
    const { dev } = await buildScene(server, host)
    const ask = (path: string, headers: Record<string, string>) =>
      fetch(`${server.url}/api/settings${path}`, { headers }).then(({ status }) => status)
    expect(await ask('', { authorization: `Bearer ${dev.token}` })).toBe(200)
    expect(await ask(`?token=${dev.token}`, {})).toBe(401)
    expect(await ask(`?access_token=${dev.token}`, {})).toBe(401)
    for (const authorization of [
      dev.token,
      `Basic ${dev.token}`,
      `Bearer ${dev.token} x`,
      `Bearer  ${dev.token}`,
      'Bearer',
      'Bearer null',
    ]) {
      expect([authorization, await ask('', { authorization })]).toEqual([authorization, 401])
    }
    expect(
      await ask('', { cookie: `token=${dev.token}`, 'x-user-id': dev.id, 'x-access-token': dev.token }),
    ).toBe(401)
  })

  test('a sender, owner or applicant named in the body is ignored (G4, O2, S5)', async () => {
    const { dev, otherDev, rec, otherRec, offer } = await buildScene(server, host)
    const claims = {
      owner: dev.id,
      owner_id: dev.id,
      userId: dev.id,
      user: dev.id,
      senderId: dev.id,
    }
    const post = async (name: string, sent: Sent, token: string) =>
      (await send(server.url, name, sent, token)).json() as Promise<Record<string, unknown>>
    const project = await post(
      'POST /projects',
      { body: { title: 'Mine', category: 'Backend', year: 2024, ...claims } },
      otherDev.token,
    )
    expect(project).toMatchObject({ owner: { _id: otherDev.id } })
    const posted = await post('POST /offers', { body: { position: 'Mine', ...claims } }, otherRec.token)
    expect(posted).toMatchObject({ owner: { _id: otherRec.id } })
    const message = await post(
      'POST /messages/send/:id',
      { params: { id: rec.id }, body: { text: 'x', ...claims } },
      otherDev.token,
    )
    expect(message).toMatchObject({ senderId: otherDev.id, receiverId: rec.id })
    const body = { phone: '+34 600 000 000', gdprAccepted: true, ...claims, status: 'accepted' }
    const applied = await post('POST /offers/:id/apply', { params: { id: offer }, body }, otherDev.token)
    expect(applied).toMatchObject({ offer: { applicants: [{ user: otherDev.id, status: 'pending' }] } })
  })
})

const isWriting = (name: string) => !name.startsWith('GET ')

const bodyOf = (response: Response) => response.json() as Promise<ErrorBody>
