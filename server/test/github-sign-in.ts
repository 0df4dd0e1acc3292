import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** GitHub's calls for signing in, with its checks of secret, code and PKCE, and its responses. */
export async function startGithubSignIn(user: object, emails: object[]) {
  const challenges = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://github')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/login/oauth/access_token') {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isRight =
        form.get('client_secret') === 'of GitHub' && challenges.get(form.get('code') ?? '') === verifier
      // As GitHub does, an error has status 200.
      return send(
        200,
        isRight
          ? { access_token: 'gho_1', token_type: 'bearer', scope: 'read:user,user:email' }
          : { error: 'bad_verification_code' },
      )
    }
    if (request.headers.authorization !== 'Bearer gho_1' || !request.headers['user-agent'])
      return send(401, {})
    if (url.pathname === '/user') return send(200, user)
    if (url.pathname === '/user/emails') return send(200, emails)
    return send(404, {})
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Consents on the page at this address. */
    visit(address: string): { code: string; state: string } {
      const { searchParams } = new URL(address)
      const code = `code ${challenges.size}`
      challenges.set(code, searchParams.get('code_challenge') ?? '')
      return { code, state: searchParams.get('state') ?? '' }
    },
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
