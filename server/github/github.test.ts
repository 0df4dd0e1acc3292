import { describe, expect, test } from 'vitest'
import { getRepository, getRepositoryLanguages, getRepositoryTree } from '#contract/github.ts'
import { newId, now } from '../lib/ids.ts'
import { buildDeveloper } from '../test/builders.ts'
import { message, startRepositoryHost } from '../test/repository-host.ts'
import { startServer } from '../test/server.ts'

const host = await startRepositoryHost()
const settings = { GITHUB_API_URL: host.url, GITHUB_TOKEN: 'our-token' }
const server = await startServer(settings)
const withoutToken = await startServer({ GITHUB_API_URL: `${host.url}/` })
const limited = await Promise.all([startServer(settings), startServer(settings)])
const otherHost = await startRepositoryHost()
const { db } = server
const ana = await buildDeveloper(server)
const owner = 'Octo-Cat'
let count = 0

/** A repository that a project links, as the host has it. */
async function linkRepository(given: { hidden?: 'deleted_at' | 'hidden_at'; private?: boolean } = {}) {
  count += 1
  const repo = `hello.world_${count}`
  const path = `/repos/octo-cat/${repo}`
  const repository = path.slice('/repos/'.length)
  const project = { id: newId(), owner_id: ana.id, title: 'x', category: 'Backend', year: 2020 }
  await db
    .insertInto('projects')
    .values({
      ...project,
      repository,
      created_at: now(),
      updated_at: now(),
      ...(given.hidden && { [given.hidden]: now() }),
    })
    .execute()
  host.has(path, {
    id: 1,
    full_name: `${owner}/${repo}`,
    default_branch: 'main',
    html_url: `https://github.com/${owner}/${repo}`,
    private: given.private ?? false,
    owner: { login: owner, email: 'secret@example.com' },
  })
  return { path, params: { owner, repo }, tree: `${path}/git/trees/main?recursive=1` }
}

/** As if the last answers were older than an hour. */
const letAgePass = () =>
  db.updateTable('repository_answers').set({ checked_at: '2026-01-02T03:04:05.000Z' }).execute()

const away = { error: true, code: 'UNAVAILABLE' }

describe('GET /github/repos/{owner}/{repo}', () => {
  test('gives the known keys, asks once an hour, and then only whether it still holds [API-59]', async () => {
    const { path, params } = await linkRepository()
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
    expect(host.asked.at(-1)?.headers['if-none-match']).toMatch(/^W\//)
    await server.call(getRepository, { params })
    expect(host.countOf(path)).toBe(2)
  })

  test('our token goes to the host and to nobody else (P8)', async () => {
    const { params } = await linkRepository()
    const { body } = await server.call(getRepository, { params, headers: { authorization: 'Bearer theirs' } })
    expect(host.asked.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer our-token',
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'Puente',
    })
    expect(JSON.stringify(body)).not.toContain('our-token')

    await copyLink(withoutToken, params)
    await withoutToken.call(getRepository, { params })
    expect(host.asked.at(-1)?.headers.authorization).toBeUndefined()
  })

  test('only what an existing project links is asked for (P8)', async () => {
    const deleted = await linkRepository({ hidden: 'deleted_at' })
    const hidden = await linkRepository({ hidden: 'hidden_at' })
    const before = host.asked.length
    for (const params of [{ owner: 'someone', repo: 'else' }, deleted.params, hidden.params]) {
      for (const call of [getRepository, getRepositoryLanguages, getRepositoryTree]) {
        const refused = await server.refusal(call, { params: { ...params, branch: 'main' } })
        expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND'])
      }
    }
    expect(host.asked).toHaveLength(before)
  })

  test.each(['..', '.', 'a/b', 'a%2fb', 'a b', 'a?b', 'é', 'x'.repeat(101)])(
    'the part %j is 404 and goes nowhere (P8)',
    async (repo) => {
      const before = host.asked.length
      expect((await server.refusal(getRepository, { params: { owner, repo } })).status).toBe(404)
      expect((await server.refusal(getRepository, { params: { owner: repo, repo: 'x' } })).status).toBe(404)
      expect(host.asked).toHaveLength(before)
    },
  )

  test('a private one, which only our token sees, is 404 (P8)', async () => {
    const { params } = await linkRepository({ private: true })
    for (const call of [getRepository, getRepositoryLanguages, getRepositoryTree]) {
      expect((await server.refusal(call, { params: { ...params, branch: 'main' } })).status).toBe(404)
    }
  })

  test('one that is gone is 404 with the quoted text, and that is kept too [ERR-51]', async () => {
    const { path, params } = await linkRepository()
    await server.call(getRepository, { params })
    host.replies(path, message(404, 'Not Found'))
    await letAgePass()
    const { status, body } = await server.refusal(getRepository, { params })
    expect(status).toBe(404)
    expect(body).toEqual({ error: true, message: 'Failed to fetch repository', code: 'NOT_FOUND' })
    await server.refusal(getRepository, { params })
    expect(host.countOf(path)).toBe(2)
  })

  test('one that moved is followed on the same host [API-59] (P8)', async () => {
    const { path, params } = await linkRepository()
    host.has('/repositories/77', {
      full_name: 'new/name',
      default_branch: 'main',
      html_url: 'https://github.com/new/name',
    })
    host.replies(path, message(301, 'Moved Permanently', { location: `${host.url}/repositories/77` }))
    expect((await server.call(getRepository, { params })).body.full_name).toBe('new/name')
  })

  test('a redirect to another host and one without an end are failures (P8)', async () => {
    otherHost.has('/stolen', { full_name: 'a/b', default_branch: 'main', html_url: 'https://github.com/a/b' })
    const elsewhere = await linkRepository()
    host.replies(elsewhere.path, message(302, 'Found', { location: `${otherHost.url}/stolen` }))
    const { status, body } = await server.refusal(getRepository, { params: elsewhere.params })
    expect(status).toBe(503)
    expect(body).toMatchObject({ ...away, message: 'Failed to fetch repository' })
    expect(otherHost.asked).toEqual([])

    const endless = await linkRepository()
    host.replies(endless.path, message(302, 'Found', { location: endless.path }))
    expect((await server.refusal(getRepository, { params: endless.params })).status).toBe(503)
    expect(host.countOf(endless.path)).toBe(4)
  })

  test.each([
    ['fails', message(500, 'Server Error')],
    ['refuses our token', message(401, 'Bad credentials')],
    ['answers something else than JSON', message(200, '')],
    [
      'answers broken JSON',
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"full_name": "a/'),
    ],
    [
      'answers another shape',
      (response) => void response.end('{"full_name": 1, "default_branch": null, "html_url": "javascript:1"}'),
    ],
    ['is slow', () => {}],
    ['begins and never ends', (response) => void response.write('{"full_name":')],
    ['breaks off', (response) => void response.destroy()],
  ] satisfies [string, Parameters<typeof host.replies>[1]][])(
    'while the host %s, what is kept is shown with its age [ERR-51] (DECISION 62)',
    async (_what, reply) => {
      const { path, params } = await linkRepository()
      const fresh = await server.call(getRepository, { params })
      host.replies(path, reply)
      await letAgePass()
      server.config.GITHUB_TIMEOUT_MS = 200
      const kept = await server.call(getRepository, { params })
      expect(kept.body).toEqual({ ...fresh.body, as_of: '2026-01-02T03:04:05.000Z' })
      await server.call(getRepository, { params })
      expect(host.countOf(path)).toBe(2)

      const unknown = await linkRepository()
      host.replies(unknown.path, reply)
      const refused = await server.refusal(getRepository, { params: unknown.params })
      expect(refused.status).toBe(503)
      expect(refused.body).toMatchObject({ ...away, message: 'Failed to fetch repository' })
      server.config.GITHUB_TIMEOUT_MS = 5000
    },
  )

  test('many at once are one request [API-59] (P8)', async () => {
    const { path, params } = await linkRepository()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call(getRepository, { params })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(host.countOf(path)).toBe(1)
  })
})

describe('GET /github/repos/{owner}/{repo}/git/trees/{branch}', () => {
  const entry = (path: string, type = 'blob') => ({
    path,
    type,
    mode: '100644',
    sha: 'x',
    url: 'https://x',
    size: 1,
  })

  test('gives paths and types of the default branch [API-60]', async () => {
    const { params, tree } = await linkRepository()
    host.has(tree, { sha: 'x', url: 'y', truncated: false, tree: [entry('src', 'tree'), entry('src/a.ts')] })
    const { status, body } = await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })
    expect(status).toBe(200)
    expect(body).toEqual({
      tree: [
        { path: 'src', type: 'tree' },
        { path: 'src/a.ts', type: 'blob' },
      ],
      truncated: false,
      as_of: null,
    })
  })

  test('another branch than that of our answer is not asked for (P8)', async () => {
    const { params, path } = await linkRepository()
    const { status, body } = await server.refusal(getRepositoryTree, {
      params: { ...params, branch: 'secret' },
    })
    expect(status).toBe(404)
    expect(body.message).toBe('Failed to fetch tree')
    expect(host.asked.filter((one) => one.path.startsWith(`${path}/git`))).toEqual([])
  })

  test('a branch with a slash and strange signs is one part of the path (P8)', async () => {
    const { params, path } = await linkRepository()
    const branch = 'feature/ñ?x=1#y'
    host.has(path, { full_name: 'a/b', default_branch: branch, html_url: 'https://github.com/a/b' })
    host.has(`${path}/git/trees/${encodeURIComponent(branch)}?recursive=1`, {
      tree: [entry('a')],
      truncated: false,
    })
    const { body } = await server.call(getRepositoryTree, { params: { ...params, branch } })
    expect(body.tree).toEqual([{ path: 'a', type: 'blob' }])
  })

  test('one that the host or we cut says so [API-60] (P8)', async () => {
    const cut = await linkRepository()
    host.has(cut.tree, { tree: [entry('a')], truncated: true })
    const theirs = await server.call(getRepositoryTree, { params: { ...cut.params, branch: 'main' } })
    expect(theirs.body.truncated).toBe(true)

    const long = await linkRepository()
    const entries = Array.from({ length: 20_001 }, (_, place) => ({ path: `f${place}`, type: 'blob' }))
    host.has(long.tree, { tree: entries, truncated: false })
    const ours = await server.call(getRepositoryTree, { params: { ...long.params, branch: 'main' } })
    expect(ours.body.tree).toHaveLength(20_000)
    expect(ours.body.truncated).toBe(true)
  })

  test('of 10 MB is not read; the first level stands for it (P8)', async () => {
    const { params, path, tree } = await linkRepository()
    let written = 0
    host.replies(tree, (response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const write = () => {
        while (written < 10 * 1024 * 1024 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    host.has(`${path}/git/trees/main`, { tree: [entry('src', 'tree')], truncated: false })
    const { body } = await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })
    expect(body).toEqual({ tree: [{ path: 'src', type: 'tree' }], truncated: true, as_of: null })
    expect(written).toBeLessThan(10 * 1024 * 1024)
  })

  test('of a repository without a commit is empty', async () => {
    const { params, tree } = await linkRepository()
    host.replies(tree, message(409, 'Git Repository is empty.'))
    const { body } = await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })
    expect(body.tree).toEqual([])
  })

  test('that fails says so with its own text [ERR-52]', async () => {
    const { params, tree } = await linkRepository()
    host.replies(tree, message(500, 'Server Error'))
    const { status, body } = await server.refusal(getRepositoryTree, {
      params: { ...params, branch: 'main' },
    })
    expect(status).toBe(503)
    expect(body).toEqual({ ...away, message: 'Failed to fetch tree' })
  })
})

describe('GET /github/repos/{owner}/{repo}/languages', () => {
  test('gives bytes by language [API-61]', async () => {
    const { params, path } = await linkRepository()
    host.has(`${path}/languages`, { TypeScript: 78_769, CSS: 7_769 })
    const { status, body } = await server.call(getRepositoryLanguages, { params })
    expect(status).toBe(200)
    expect(body).toEqual({ languages: { TypeScript: 78_769, CSS: 7_769 }, as_of: null })
  })

  test('that fail say so with their own text, and hurt no other panel [ERR-53]', async () => {
    const { params, path, tree } = await linkRepository()
    host.replies(`${path}/languages`, message(200, 'x'))
    host.has(tree, { tree: [], truncated: false })
    const { status, body } = await server.refusal(getRepositoryLanguages, { params })
    expect(status).toBe(503)
    expect(body).toEqual({ ...away, message: 'Failed to fetch languages' })
    expect((await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })).status).toBe(200)
  })

  test('of one repository are asked for one after the other (P8)', async () => {
    const { params, path, tree } = await linkRepository()
    host.has(`${path}/languages`, { TypeScript: 1 })
    host.has(tree, { tree: [], truncated: false })
    host.mostAtOnce = 0
    await Promise.all([
      server.call(getRepository, { params }),
      server.call(getRepositoryTree, { params: { ...params, branch: 'main' } }),
      server.call(getRepositoryLanguages, { params }),
    ])
    expect(host.mostAtOnce).toBe(1)
  })
})

describe('a host that limits us', () => {
  test.each([
    [
      'its hour is used up',
      limited[0],
      403,
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' },
    ],
    ['it asks to wait', limited[1], 429, { 'retry-after': '30' }],
  ])(
    'is left alone when %s; what is kept is shown with its age (DECISION 62)',
    async (_what, theirs, status, headers) => {
      const [known, unknown] = [await linkRepository(), await linkRepository()]
      for (const { params } of [known, unknown]) await copyLink(theirs, params)
      const fresh = await theirs.call(getRepository, { params: known.params })
      host.replies(known.path, message(status, 'API rate limit exceeded', headers))
      await theirs.db
        .updateTable('repository_answers')
        .set({ checked_at: '2026-01-02T03:04:05.000Z' })
        .execute()
      const { body } = await theirs.call(getRepository, { params: known.params })
      expect(body).toEqual({ ...fresh.body, as_of: '2026-01-02T03:04:05.000Z' })

      const before = host.asked.length
      expect((await theirs.refusal(getRepository, { params: unknown.params })).status).toBe(503)
      expect(host.asked).toHaveLength(before)
    },
  )
})

async function copyLink(to: typeof server, params: { repo: string }): Promise<void> {
  const { id } = await buildDeveloper(to)
  const project = { id: newId(), owner_id: id, title: 'x', category: 'Backend', year: 2020 }
  const repository = `octo-cat/${params.repo}`
  await to.db
    .insertInto('projects')
    .values({ ...project, repository, created_at: now(), updated_at: now() })
    .execute()
}
