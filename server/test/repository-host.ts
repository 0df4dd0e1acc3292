import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { buildProject, type Person } from './builders.ts'
import type { TestServer } from './server.ts'

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders }
type Responder = (response: ServerResponse, request: ReceivedRequest) => void

/**
 * A repository host on a free port, by the documentation of GitHub's REST API. Its responses are
 * set per path, 404 otherwise. It records its requests.
 */
export async function startRepositoryHost() {
  const responders = new Map<string, Responder>()
  const requests: ReceivedRequest[] = []
  let atOnce = 0
  const host = {
    url: '',
    requests,
    mostAtOnce: 0,
    responds: (path: string, responder: Responder) => void responders.set(path, responder),
    /** 200 with an ETag, or 304 to a matching If-None-Match. */
    has: (path: string, content: unknown) => host.responds(path, json(content)),
    countOf: (path: string) => requests.filter((one) => one.path === path).length,
  }
  const server = createServer((request, response) => {
    const one = { path: request.url ?? '', headers: request.headers }
    requests.push(one)
    atOnce += 1
    host.mostAtOnce = Math.max(host.mostAtOnce, atOnce)
    response.on('close', () => {
      atOnce -= 1
    })
    const respond = responders.get(one.path) ?? message(404, 'Not Found')
    respond(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return host
}

type RepositoryHost = Awaited<ReturnType<typeof startRepositoryHost>>
let count = 0

/** A new repository of the host, which a project of this developer links. */
export async function linkRepository(
  server: TestServer,
  host: RepositoryHost,
  developer: Person,
  { isPrivate = false } = {},
) {
  count += 1
  const params = { owner: 'Octo-Cat', repo: `hello.world_${count}` }
  const link = `https://github.com/${params.owner}/${params.repo}`
  const projectId = await buildProject(server, developer, { githubProjectLink: link })
  const path = `/repos/octo-cat/${params.repo}`
  host.has(path, {
    id: 1,
    full_name: `${params.owner}/${params.repo}`,
    default_branch: 'main',
    html_url: link,
    private: isPrivate,
    owner: { login: params.owner, email: 'secret@example.com' },
  })
  return { params, link, projectId, path, tree: `${path}/git/trees/main?recursive=1` }
}

const json =
  (content: unknown): Responder =>
  (response, { headers }) => {
    const text = JSON.stringify(content)
    const etag = `W/"${text.length}"`
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', etag }).end(text)
  }

export const message =
  (status: number, text: string, headers: Record<string, string> = {}): Responder =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify({ message: text, documentation_url: 'https://docs.github.com/rest' }))
