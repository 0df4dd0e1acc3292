import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'

const root = mkdtempSync(join(tmpdir(), 'puente-languages-'))
afterAll(() => rmSync(root, { recursive: true }))

const EN = { home_hello: 'Hello {name}', home_see: 'See the <link>offers</link>' }
const ES = { home_hello: 'Hola, {name}', home_see: 'Mira las <link>ofertas</link>' }
const PAGE = 'export const Page = () => [m.home_hello({ name }), m.home_see()]'

/** The findings of the check for a product with these catalogues and this page. */
function check({ en = EN, es = ES, quoted = {}, page = PAGE }: Record<string, object | string>) {
  const catalogues = Object.fromEntries(LANGUAGES.map((language) => [language, language === 'en' ? en : es]))
  const files = Object.entries({ ...catalogues, 'en-quoted': quoted }).map(
    ([name, texts]) => [`languages/${name}.json`, JSON.stringify(texts)] as const,
  )
  for (const [path, text] of [...files, ['web/Page.tsx', String(page)] as const]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const script = join(import.meta.dirname, 'check-languages.ts')
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8' })
  return { status, said: stderr.trim().split('\n') }
}

test('a check passes when catalogues and code agree', { tags: ['LANG-04'] }, () => {
  expect(check({})).toEqual({ status: 0, said: [''] })
})

test('each mistake in a catalogue or a component is reported', { tags: ['LANG-04'] }, () => {
  const { status, said } = check({
    en: { ...EN, home_bye: 'Bye', home_more: 'More' },
    es: { home_hello: 'Hola, {nombre}', home_see: 'Mira las ofertas', home_bye: 'Adiós' },
    quoted: { home_back: 'Back' },
    page: [
      PAGE,
      'const More = () => <p>Your next offer</p>',
      'const Next = () => <i aria-label="Next page">{m.home_more()}</i>',
      'const TITLE = m.home_see()',
    ].join('\n'),
  })
  expect(status).toBe(1)
  expect(said).toEqual(
    expect.arrayContaining([
      'languages/es.json: home_more is missing',
      'languages/en.json: home_bye is unused',
      'languages/es.json: home_hello has other parameters than in languages/en.json',
      'languages/es.json: home_see has other tags than in languages/en.json',
      'languages/en-quoted.json: home_back is not in languages/en.json',
      "web/Page.tsx:2: 'Your next offer' belongs into languages/*.json",
      "web/Page.tsx:3: 'Next page' belongs into languages/*.json",
      'web/Page.tsx:4: m.home_see() is read while the module loads; pass the function',
    ]),
  )
})

test('a message has the types of its parameters', { tags: ['LANG-04'] }, () => {
  expect(m.security_added({ date: 'today' })).toBe('Added today')
  // @ts-expect-error a parameter is missing
  const incomplete = () => m.security_added({})
  // @ts-expect-error there is no such message
  const unknown = () => m.security_never()
  expect(unknown).toThrow(TypeError)
  expect(incomplete).not.toThrow()
})
