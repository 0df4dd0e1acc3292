import { describe, expect, test } from 'vitest'
import { getRepository, getRepositoryLanguages, getRepositoryTree } from '#contract/github.ts'
import { buildDeveloper } from '../test/builders.ts'
import { linkRepository, message, startRepositoryHost } from '../test/repository-host.ts'
import { startServer } from '../test/server.ts'

const host = await startRepositoryHost()
const server = await startServer({ GITHUB_API_URL: host.url })
const ana = await buildDeveloper(server)
const link = () => linkRepository(server, host, ana)
const unavailable = { error: true, code: 'UNAVAILABLE' }

describe('GET /github/repos/{owner}/{repo}/git/trees/{branch}', () => {
  const entry = (path: string, type = 'blob') => ({
    path,
    type,
    mode: '100644',
    sha: 'x',
    url: 'https://x',
    size: 1,
  })

  test('returns paths and types of the default branch', { tags: ['API-60', 'DATA-34'] }, async () => {
    const { params, tree } = await link()
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

  test('only the branch of the cached repository is requested (P8)', async () => {
    const { params, path } = await link()
    const { status, body } = await server.refusal(getRepositoryTree, {
      params: { ...params, branch: 'secret' },
    })
    expect(status).toBe(404)
    expect(body.message).toBe('Failed to fetch tree')
    expect(host.requests.filter((one) => one.path.startsWith(`${path}/git`))).toEqual([])
  })

  test('a branch with a slash and special characters is one segment of the path (P8)', async () => {
    const { params, path } = await link()
    const branch = 'feature/ñ?x=1#y'
    host.has(path, { full_name: 'a/b', default_branch: branch, html_url: 'https://github.com/a/b' })
    host.has(`${path}/git/trees/${encodeURIComponent(branch)}?recursive=1`, {
      tree: [entry('a')],
      truncated: false,
    })
    const { body } = await server.call(getRepositoryTree, { params: { ...params, branch } })
    expect(body.tree).toEqual([{ path: 'a', type: 'blob' }])
  })

  test('a truncated tree is marked as such (P8)', { tags: 'API-60' }, async () => {
    const cut = await link()
    host.has(cut.tree, { tree: [entry('a')], truncated: true })
    const theirs = await server.call(getRepositoryTree, { params: { ...cut.params, branch: 'main' } })
    expect(theirs.body.truncated).toBe(true)

    const long = await link()
    const entries = Array.from({ length: 20_001 }, (_, index) => ({ path: `f${index}`, type: 'blob' }))
    host.has(long.tree, { tree: entries, truncated: false })
    const ours = await server.call(getRepositoryTree, { params: { ...long.params, branch: 'main' } })
    expect(ours.body.tree).toHaveLength(20_000)
    expect(ours.body.truncated).toBe(true)
  })

  test('of 100 MB is not read; the first level replaces it (P8)', async () => {
    const { params, path, tree } = await link()
    // Far more than the buffers of a connection, which fill without a reader.
    const size = 100 * 1024 * 1024
    let written = 0
    host.responds(tree, (response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const write = () => {
        while (written < size && !response.destroyed) {
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
    expect(written).toBeLessThan(size)
  })

  test('of a repository without a commit is empty', async () => {
    const { params, tree } = await link()
    host.responds(tree, message(409, 'Git Repository is empty.'))
    const { body } = await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })
    expect(body.tree).toEqual([])
  })

  test('reports a failure with its own text', { tags: 'ERR-52' }, async () => {
    const { params, tree } = await link()
    host.responds(tree, message(500, 'Server Error'))
    const { status, body } = await server.refusal(getRepositoryTree, {
      params: { ...params, branch: 'main' },
    })
    expect(status).toBe(503)
    expect(body).toEqual({ ...unavailable, message: 'Failed to fetch tree' })
  })
})

describe('GET /github/repos/{owner}/{repo}/languages', () => {
  test('returns bytes by language', { tags: 'API-61' }, async () => {
    const { params, path } = await link()
    host.has(`${path}/languages`, { TypeScript: 78_769, CSS: 7_769 })
    const { status, body } = await server.call(getRepositoryLanguages, { params })
    expect(status).toBe(200)
    expect(body).toEqual({ languages: { TypeScript: 78_769, CSS: 7_769 }, as_of: null })
  })

  test('of an unavailable repository report it with their own text', {
    tags: ['ERR-52', 'ERR-53'],
  }, async () => {
    const { params, path } = await link()
    host.responds(path, message(500, 'Server Error'))
    const tree = await server.refusal(getRepositoryTree, { params: { ...params, branch: 'main' } })
    expect([tree.status, tree.body.message]).toEqual([503, 'Failed to fetch tree'])
    const languages = await server.refusal(getRepositoryLanguages, { params })
    expect([languages.status, languages.body.message]).toEqual([503, 'Failed to fetch languages'])
  })

  test('report a failure with their own text, without effect on other panels', {
    tags: 'ERR-53',
  }, async () => {
    const { params, path, tree } = await link()
    host.responds(`${path}/languages`, message(200, 'x'))
    host.has(tree, { tree: [], truncated: false })
    const { status, body } = await server.refusal(getRepositoryLanguages, { params })
    expect(status).toBe(503)
    expect(body).toEqual({ ...unavailable, message: 'Failed to fetch languages' })
    expect((await server.call(getRepositoryTree, { params: { ...params, branch: 'main' } })).status).toBe(200)
  })

  test('of one repository are requested sequentially (P8)', async () => {
    const { params, path, tree } = await link()
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
