import { describe, expect, test } from 'vitest'
import { getRepository, getRepositoryLanguages, getRepositoryTree } from '#contract/github.ts'
import { now } from '../lib/ids.ts'
import { buildDeveloper, buildProject } from '../test/builders.ts'
import { linkRepository, message, startRepositoryHost } from '../test/repository-host.ts'
import { startServer } from '../test/server.ts'

const host = await startRepositoryHost()
const settings = { GITHUB_API_URL: host.url, GITHUB_TOKEN: 'our-token' }
// Each process has its own cache and its own record of the host's rate limit.
const alone = { alone: true }
const server = await startServer(settings, alone)
const withoutToken = await startServer({ GITHUB_API_URL: `${host.url}/` }, alone)
const limited = await Promise.all([startServer(settings, alone), startServer(settings, alone)])
const otherHost = await startRepositoryHost()
const { db } = server
const ana = await buildDeveloper(server)
const link = (given = {}) => linkRepository(server, host, ana, given)

/** Ages the cached responses past an hour. */
const letAgePass = () =>
  db.updateTable('repository_cache').set({ checked_at: '2026-01-02T03:04:05.000Z' }).execute()

const unavailable = { error: true, code: 'UNAVAILABLE' }

describe('GET /github/repos/{owner}/{repo}', () => {
  test('returns the known keys, requests them once an hour, and revalidates them afterwards', {
    tags: 'API-59',
  }, async () => {
    const { path, params } = await link()
    const first = await server.call(getRepository, { params })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      full_name: `Octo-Cat/${params.repo}`,
      default_branch: 'main',
      html_url: `https://github.com/Octo-Cat/${params.repo}`,
      as_of: null,
    })
    await server.call(getRepository, { params: { ...params, owner: 'OCTO-cat' } })
    expect(host.countOf(path)).toBe(1)

    await letAgePass()
    expect((await server.call(getRepository, { params })).body).toEqual(first.body)
    expect(host.countOf(path)).toBe(2)
    expect(host.requests.at(-1)?.headers['if-none-match']).toMatch(/^W\//)
    await server.call(getRepository, { params })
    expect(host.countOf(path)).toBe(2)
  })

  test('a cached response of another shape, as of an older release, is requested again', async () => {
    const { path, params } = await link()
    const { body } = await server.call(getRepository, { params })
    await db.updateTable('repository_cache').set({ body: '{"full_name":"Octo-Cat"}' }).execute()
    expect((await server.call(getRepository, { params })).body).toEqual(body)
    expect(host.countOf(path)).toBe(2)
    expect(host.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  test('our token is sent to the repository host only (P8)', async () => {
    const { params, link: githubProjectLink } = await link()
    const { body } = await server.call(getRepository, { params, headers: { authorization: 'Bearer theirs' } })
    expect(host.requests.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer our-token',
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'Puente',
    })
    expect(JSON.stringify(body)).not.toContain('our-token')

    await buildProject(withoutToken, await buildDeveloper(withoutToken), { githubProjectLink })
    await withoutToken.call(getRepository, { params })
    expect(host.requests.at(-1)?.headers.authorization).toBeUndefined()
  })

  test('only repositories linked by an existing project are requested (P8)', async () => {
    const [deleted, hidden] = [await link(), await link()]
    const hide = (id: string, column: 'deleted_at' | 'hidden_at') =>
      db
        .updateTable('projects')
        .set({ [column]: now() })
        .where('id', '=', id)
        .execute()
    await hide(deleted.projectId, 'deleted_at')
    await hide(hidden.projectId, 'hidden_at')
    const before = host.requests.length
    for (const params of [{ owner: 'someone', repo: 'else' }, deleted.params, hidden.params]) {
      for (const call of [getRepository, getRepositoryLanguages, getRepositoryTree]) {
        const refused = await server.refusal(call, { params: { ...params, branch: 'main' } })
        expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND'])
      }
    }
    expect(host.requests).toHaveLength(before)
  })

  test.each(['..', '.', 'a/b', 'a%2fb', 'a b', 'a?b', 'é', 'x'.repeat(101)])(
    'the part %j is 404 and causes no request (P8)',
    async (repo) => {
      const before = host.requests.length
      expect((await server.refusal(getRepository, { params: { owner: 'octo-cat', repo } })).status).toBe(404)
      expect((await server.refusal(getRepository, { params: { owner: repo, repo: 'x' } })).status).toBe(404)
      expect(host.requests).toHaveLength(before)
    },
  )

  test('a private one, visible to our token only, is 404 (P8)', async () => {
    const { params } = await link({ isPrivate: true })
    for (const call of [getRepository, getRepositoryLanguages, getRepositoryTree]) {
      expect((await server.refusal(call, { params: { ...params, branch: 'main' } })).status).toBe(404)
    }
  })

  test('a missing one is 404 with the quoted text, and the 404 is cached', { tags: 'ERR-51' }, async () => {
    const { path, params } = await link()
    await server.call(getRepository, { params })
    host.responds(path, message(404, 'Not Found'))
    await letAgePass()
    const { status, body } = await server.refusal(getRepository, { params })
    expect(status).toBe(404)
    expect(body).toEqual({ error: true, message: 'Failed to fetch repository', code: 'NOT_FOUND' })
    await server.refusal(getRepository, { params })
    expect(host.countOf(path)).toBe(2)
  })

  test('a moved one is followed on the same host (P8)', { tags: 'API-59' }, async () => {
    const { path, params } = await link()
    host.has('/repositories/77', {
      full_name: 'new/name',
      default_branch: 'main',
      html_url: 'https://github.com/new/name',
    })
    host.responds(path, message(301, 'Moved Permanently', { location: `${host.url}/repositories/77` }))
    expect((await server.call(getRepository, { params })).body.full_name).toBe('new/name')
  })

  test('a redirect to another host and an endless one are failures (P8)', async () => {
    otherHost.has('/stolen', { full_name: 'a/b', default_branch: 'main', html_url: 'https://github.com/a/b' })
    const elsewhere = await link()
    host.responds(elsewhere.path, message(302, 'Found', { location: `${otherHost.url}/stolen` }))
    const { status, body } = await server.refusal(getRepository, { params: elsewhere.params })
    expect(status).toBe(503)
    expect(body).toMatchObject({ ...unavailable, message: 'Failed to fetch repository' })
    expect(otherHost.requests).toEqual([])

    const endless = await link()
    host.responds(endless.path, message(302, 'Found', { location: endless.path }))
    expect((await server.refusal(getRepository, { params: endless.params })).status).toBe(503)
    expect(host.countOf(endless.path)).toBe(4)
  })

  test.each([
    ['fails', message(500, 'Server Error')],
    ['refuses our token', message(401, 'Bad credentials')],
    ['responds with something other than JSON', message(200, '')],
    [
      'sends broken JSON',
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"full_name": "a/'),
    ],
    [
      'sends another shape',
      (response) => void response.end('{"full_name": 1, "default_branch": null, "html_url": "javascript:1"}'),
    ],
    ['is slow', () => {}],
    ['begins and never ends', (response) => void response.write('{"full_name":')],
    ['breaks off', (response) => void response.destroy()],
  ] satisfies [string, Parameters<typeof host.responds>[1]][])(
    'while the host %s, cached data is shown with its date (decision 41)',
    { tags: 'ERR-51' },
    async (_what, respond) => {
      const { path, params } = await link()
      const fresh = await server.call(getRepository, { params })
      host.responds(path, respond)
      await letAgePass()
      server.config.GITHUB_TIMEOUT_MS = 200
      const cached = await server.call(getRepository, { params })
      expect(cached.body).toEqual({ ...fresh.body, as_of: '2026-01-02T03:04:05.000Z' })
      await server.call(getRepository, { params })
      expect(host.countOf(path)).toBe(2)

      const unknown = await link()
      host.responds(unknown.path, respond)
      const refused = await server.refusal(getRepository, { params: unknown.params })
      expect(refused.status).toBe(503)
      expect(refused.body).toMatchObject({ ...unavailable, message: 'Failed to fetch repository' })
      server.config.GITHUB_TIMEOUT_MS = 5000
    },
  )

  test('concurrent requests share one (P8)', { tags: 'API-59' }, async () => {
    const { path, params } = await link()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => server.call(getRepository, { params })),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(host.countOf(path)).toBe(1)
  })
})

describe('a host with a rate limit', () => {
  test.each([
    [
      'its hour is used up',
      limited[0],
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' },
    ],
    ['it asks to wait', limited[1], 429, { 'retry-after': '30' }],
  ])(
    'is not requested when %s; cached data is shown with its date (decision 41)',
    async (_what, theirs, status, headers) => {
      const [known, unknown] = [await link(), await link()]
      const eve = await buildDeveloper(theirs)
      for (const { link: githubProjectLink } of [known, unknown])
        await buildProject(theirs, eve, { githubProjectLink })
      const fresh = await theirs.call(getRepository, { params: known.params })
      host.responds(known.path, message(status, 'API rate limit exceeded', headers))
      await theirs.db
        .updateTable('repository_cache')
        .set({ checked_at: '2026-01-02T03:04:05.000Z' })
        .execute()
      const { body } = await theirs.call(getRepository, { params: known.params })
      expect(body).toEqual({ ...fresh.body, as_of: '2026-01-02T03:04:05.000Z' })

      const before = host.requests.length
      expect((await theirs.refusal(getRepository, { params: unknown.params })).status).toBe(503)
      expect(host.requests).toHaveLength(before)
    },
  )
})
