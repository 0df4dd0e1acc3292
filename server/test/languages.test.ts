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
  'no refusal of any call has a text of another language than %s',
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
