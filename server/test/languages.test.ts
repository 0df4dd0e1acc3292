import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/locale.ts'
import { updateLanguage } from '#contract/settings.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper } from './builders.ts'
import { foreignWords } from './foreign-words.ts'
import { contractCalls, nameOf } from './security/contract-calls.ts'
import { startServer } from './server.ts'

const server = await startServer()

test.each(LANGUAGES)(
  'no refusal of any call has text in another language than %s',
  {
    tags: ['LANG-01', 'LANG-02'],
  },
  async (language) => {
    const foreign = foreignWords(language)
    const ana = await buildDeveloper(server)
    await server.call(updateLanguage, { as: ana, body: { language } })
    const found: string[] = []
    let refused = 0
    for (const call of await contractCalls()) {
      for (const as of [undefined, ana]) {
        const path = call.path.replaceAll(/:\w+/g, newId())
        const response = await fetch(`${server.url}/api${path}`, {
          method: call.method,
          headers: {
            'accept-language': language,
            'content-type': 'application/json',
            ...(as && { authorization: `Bearer ${as.token}` }),
          },
          ...(call.method !== 'GET' && { body: JSON.stringify({ name: 5, text: 5, email: 'x', q: 'x' }) }),
        })
        const { message = '', fields = {} } = (await response.json().catch(() => ({}))) as {
          message?: string
          fields?: Record<string, string>
        }
        if (response.status < 400) continue
        refused += 1
        for (const text of [message, ...Object.values(fields)]) {
          if (foreign(text) !== undefined) found.push(`${nameOf(call)}: ${text}`)
        }
      }
    }
    expect(found).toEqual([])
    expect(refused).toBeGreaterThan(50)
  },
)

/** A body that arrives after the headers: its events are emitted in the context of the connection, not of the request. */
async function sendInTwoParts(path: string, type: string, body: string, headers: Record<string, string>) {
  const sent = request(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': String(Buffer.byteLength(body)) },
  })
  const received = once(server.http, 'request')
  sent.write(body.slice(0, 1))
  await received
  // The server now waits for the rest.
  await new Promise((resolve) => setImmediate(resolve))
  sent.end(body.slice(1))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { message, fields } = JSON.parse(Buffer.concat(await response.toArray()).toString('utf8'))
  return { status: response.statusCode, texts: [message, ...Object.values<string>(fields ?? {})] }
}

test.each([
  [400, 'application/json', '{"name": 5'],
  [400, 'application/json', '{"name": 5, "email": "x", "message": ""}'],
  [415, 'text/plain', 'name'],
  [415, 'application/x-www-form-urlencoded', 'name=5'],
])(
  'a refusal with %i of a late %s %s has the language of the request',
  { tags: ['LANG-02'] },
  async (status, type, body) => {
    const foreign = foreignWords('es')
    const refused = await sendInTwoParts('/contact', type, body, { 'accept-language': 'es' })
    expect(refused.status).toBe(status)
    expect(refused.texts.filter((text) => foreign(text) !== undefined)).toEqual([])
  },
)

test('the chosen language of a person applies to the error of a late body, too', {
  tags: ['LANG-02'],
}, async () => {
  const ana = await buildDeveloper(server)
  await server.call(updateLanguage, { as: ana, body: { language: 'es' } })
  const refused = await sendInTwoParts('/projects', 'application/json', '{"title": 5}', {
    'accept-language': 'en',
    authorization: `Bearer ${ana.token}`,
  })
  expect(refused.status).toBe(400)
  expect(refused.texts.filter((text) => foreignWords('es')(text) !== undefined)).toEqual([])
})
