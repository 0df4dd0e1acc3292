import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getOffer, searchOffers } from '#contract/offers.ts'
import { changePassword, getSettings, updateLanguage } from '#contract/settings.ts'
import { register } from '#contract/users.ts'
import { readConfig } from '../config.ts'
import { parseInput } from '../http/parse-input.ts'
import { newId } from '../lib/ids.ts'
import { runInLocale } from '../lib/locale.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()

const missing = async (language?: string) => {
  const { status, body, headers } = await server.refusal(getOffer, {
    params: { id: newId() },
    headers: language === undefined ? {} : { 'accept-language': language },
  })
  expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  expect(headers.get('vary')?.toLowerCase()).toContain('accept-language')
  return body.message
}

const QUOTED = 'Error getting offer'
const ENGLISH = 'The offer could not be loaded'
const SPANISH = 'No se ha podido cargar la oferta'

test.each([
  [undefined, QUOTED],
  ['*', QUOTED],
  ['xx', QUOTED],
  ['xx-XX,yy;q=0.5', QUOTED],
  ['', QUOTED],
  ['es;q=0', QUOTED],
  ['es;q=2', QUOTED],
  ['es;;', QUOTED],
  ['en', ENGLISH],
  ['en-GB,en;q=0.9,es;q=0.8', ENGLISH],
  ['es', SPANISH],
  ['ES-mx', SPANISH],
  ['en;q=0.4, es;q=0.6', SPANISH],
  ['xx, es;q=0.5, *;q=0.1', SPANISH],
])(
  'a visitor who sends Accept-Language %j gets texts in %j',
  { tags: ['LANG-02'] },
  async (header, message) => {
    expect(await missing(header)).toBe(message)
  },
)

test('texts of fields are translated, their keys and the code are not', { tags: ['LANG-02'] }, async () => {
  const { status, body } = await server.refusal(register, {
    body: { role: { type: 'developer' }, email: 'ana', password: 'x' },
    headers: { 'accept-language': 'es' },
  })
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
  expect(body.fields).toMatchObject({
    name: 'El nombre es obligatorio',
    password: 'La contraseña debe tener al menos 6 caracteres',
  })
})

test('schema errors without a text of their own are translated, too', { tags: ['LANG-01'] }, () => {
  const shape = z.object({ years: z.number().max(60) })
  const parse = () => parseInput(shape, { years: 61 })
  expect(() => runInLocale('es', parse)).toThrow(/^Demasiado grande/)
  expect(() => runInLocale('en', parse)).toThrow(/^Too big/)
})

test('errors raised before routing have a language too', { tags: ['LANG-02'] }, async () => {
  const headers = { 'accept-language': 'es' }
  for (const path of ['/api/nothing', '/api/offers/%zz']) {
    const response = await fetch(`${server.url}${path}`, { headers })
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-language')
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND', message: 'No encontrado' })
  }
  const long = await server.refusal(searchOffers, { query: { q: 'x'.repeat(101) }, headers })
  expect(long.body.fields).toEqual({ q: 'Máximo 100 caracteres' })
})

describe('PUT /settings/language', () => {
  test('the choice overrides the header, until it is removed', {
    tags: ['LANG-01', 'LANG-02'],
  }, async () => {
    const ana = await buildDeveloper(server)
    const choose = (language: string) => server.call(updateLanguage, { as: ana, body: { language } })
    const refused = async () => {
      const body = { oldPassword: 'wrong', newPassword: 'Secret-1' }
      return (await server.refusal(changePassword, { as: ana, body, headers: { 'accept-language': 'en' } }))
        .body
    }
    expect((await server.call(getSettings, { as: ana })).body.language).toBe('')
    expect((await refused()).message).toBe('Current password is incorrect')
    const chosen = await choose('es')
    expect([chosen.status, chosen.body.message, chosen.body.user.language]).toEqual([
      200,
      '¡Tus datos se han actualizado!',
      'es',
    ])
    expect((await server.call(getSettings, { as: ana })).body.language).toBe('es')
    expect(await refused()).toMatchObject({
      code: 'WRONG_PASSWORD',
      message: 'La contraseña actual no es correcta',
    })
    await choose('')
    expect((await refused()).message).toBe('Current password is incorrect')
  })

  test('another language is refused, and so is a visitor', { tags: ['LANG-01'] }, async () => {
    const ana = await buildDeveloper(server)
    for (const language of ['xx', 'ES', 'en-GB', 'quoted', null, 1]) {
      const { status, body } = await server.refusal(updateLanguage, { as: ana, body: { language } })
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'VALIDATION', ['language']])
    }
    expect((await server.refusal(updateLanguage, { as: ana, body: {} })).status).toBe(400)
    expect((await server.refusal(updateLanguage, { body: { language: 'es' } })).status).toBe(401)
    expect((await server.call(getSettings, { as: ana })).body.language).toBe('')
  })
})

test('another LANGUAGE than quoted, en and es prevents the start', { tags: ['LANG-01'] }, () => {
  expect(readConfig({}).locale).toBe('en-quoted')
  expect(readConfig({ LANGUAGE: 'es' }).locale).toBe('es')
  for (const LANGUAGE of ['xx', 'ES', 'en-quoted']) expect(() => readConfig({ LANGUAGE })).toThrow('LANGUAGE')
})
