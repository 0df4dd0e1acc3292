import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/locale.ts'
import { ACTS } from '#contract/moderation.ts'
import { readConfig } from '../config.ts'
import { JOB_PAYLOADS, lanesOf } from '../jobs/jobs.ts'
import { foreignWords } from '../test/foreign-words.ts'
import { startServer } from '../test/server.ts'
import { mailPreviews } from './previews.ts'
import { servesMailPreview } from './serve-previews.ts'

test('every mail can be read in both languages, as text and HTML, without sending it', {
  tags: ['NTFY-06', 'LANG-01'],
}, async () => {
  const previews = await mailPreviews(readConfig({}))
  const [english, spanish] = ['en', 'es'].map((language) =>
    previews.filter((one) => one.language === language),
  )
  expect(english?.length).toBeGreaterThan(25)
  expect(spanish?.map(({ name }) => name)).toEqual(english?.map(({ name }) => name))
  for (const [index, mail] of (english ?? []).entries()) {
    const { name, subject, text, html = '' } = mail
    const translated = spanish?.[index]
    expect([name, subject.length > 3, text.length > 50]).toEqual([name, true, true])
    expect(`${name} ${subject} ${text} ${html}`).not.toMatch(/undefined|\[object|NaN/)
    expect(translated?.text, name).not.toBe(text)
    // The mail to the operator is plain text.
    if (name !== 'ticket mail') {
      expect(html, name).toContain('<html lang="en">')
      expect(translated?.html, name).toContain('<html lang="es">')
      // A mail to any address of a company names nobody: a stranger could have requested it.
      const isNamed = name !== 'verification mail'
      expect(text, name).toMatch(isNamed ? /^Hello Ana,/ : /^Hello,/)
      expect(translated?.text, name).toMatch(isNamed ? /^Hola, Ana:|^Hola Ana/ : /^Hola/)
    }
  }
})

test('are at /dev/mails, which is for development only', { tags: ['NTFY-06'] }, async () => {
  const app = Fastify()
  const config = readConfig({})
  app.get('/*', async (request, reply) => {
    if (!(await servesMailPreview(config, request.url, reply))) await reply.status(404).send()
    return reply
  })
  const read = async (url: string) => (await app.inject({ url })).body
  const list = await read('/dev/mails')
  const [first] = await mailPreviews(config)
  expect(list).toContain(first?.subject)
  const html = /href="(\/dev\/mails\/\d+\.html)"/.exec(list)?.[1] ?? ''
  expect(await read(html)).toContain('<html lang=')
  expect(await read('/dev/mails/0.txt')).toBe(`${first?.subject}\n\n${first?.text}`)
  expect((await app.inject({ url: '/dev/mails/9999.html' })).statusCode).toBe(404)
  expect((await fetch(`${(await startServer()).url}/dev/mails`)).status).toBe(404)
})

test('each change of a sign-in method has a text of its own', {
  tags: ['ACCT-02'],
}, async () => {
  const previews = await mailPreviews(readConfig({}))
  for (const language of LANGUAGES) {
    const texts = previews
      .filter((mail) => mail.name === 'account safety mail' && mail.language === language)
      .map(({ text }) => text)
    expect(texts).toHaveLength(JOB_PAYLOADS['account safety mail'].shape.what.options.length)
    expect(new Set(texts).size).toBe(texts.length)
  }
})

test('each decision of a moderator has a mail, and so has the one after an appeal', {
  tags: ['MOD-03'],
}, async () => {
  const previews = await mailPreviews(readConfig({}))
  const texts = previews
    .filter(({ name, language }) => name === 'moderation mail' && language === 'en')
    .map(({ text }) => text)
  expect(texts).toHaveLength(ACTS.length + 1)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.at(-1)).not.toContain('/appeal/')
})

test('no mail of any kind has text in another language', { tags: ['LANG-01', 'NTFY-06'] }, async () => {
  const config = readConfig({})
  const previews = await mailPreviews(config)
  // That of notifications has an example for each kind, which the compiler requires.
  const mails = lanesOf(config).mail?.kinds.filter((job) => job !== 'notification mail') ?? []
  expect(mails).toContain('moderation mail')
  expect([...new Set(previews.map(({ name }) => name))]).toEqual(expect.arrayContaining(mails))
  for (const language of LANGUAGES) {
    const foreign = foreignWords(language)
    const found = previews
      .filter((mail) => mail.language === language)
      .flatMap(({ name, subject, text, html = '' }) => {
        const shown = html.replaceAll(/<style>.*?<\/style>/gs, '').split(/<[^>]*>/)
        const read = [subject, ...text.split('\n'), ...shown.map((part) => part.replaceAll('&#39;', "'"))]
        expect(read.filter((part) => /\b\d{4}-\d{2}-\d{2}\b/.test(part))).toEqual([])
        return read.filter((part) => foreign(part) !== undefined).map((part) => `${name}: ${part}`)
      })
    expect([language, found]).toEqual([language, []])
  }
})
