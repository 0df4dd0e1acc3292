// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { createDocuments } from './document.ts'

const SCRIPT = '<script type="module" crossorigin src="/assets/main.js"></script>'
const STYLES = '<link rel="stylesheet" crossorigin href="/assets/main.css">'
const TEMPLATE = `<head><!--styles--><meta><!--head-->${SCRIPT}${STYLES}</head><div id="app"><!--app--></div><!--state--><p>`
const MANIFEST = {
  '_AboutPage.js': { file: 'assets/about.js', name: 'AboutPage', imports: ['_page.js', 'index.html'] },
  '_page.js': { file: 'assets/page.js', imports: ['index.html'] },
  'index.html': { file: 'assets/main.js', isEntry: true },
}
const PAGE = {
  head: '<title>About us</title>',
  html: '<h1>About us</h1>',
  state: { queries: { queries: [], mutations: [] }, renderedAt: 0 },
  file: 'legal/AboutPage.tsx',
}
const documents = createDocuments(TEMPLATE, MANIFEST)

describe('the document of a page', () => {
  test('contains every part, and only references its code, which loads after the first paint', () => {
    expect(documents.page(PAGE)).toBe(
      `<head>${STYLES}<meta><title>About us</title>` +
        '<link rel="later" crossorigin href="/assets/about.js">' +
        '<link rel="later" crossorigin href="/assets/page.js">' +
        '<link rel="later" crossorigin href="/assets/main.js" data-entry></head>' +
        '<div id="app"><h1>About us</h1></div>' +
        '<script type="application/json" id="state">{"queries":{"queries":[],"mutations":[]},"renderedAt":0}</script><p>',
    )
  })

  test('leaves patterns and markers in a text unchanged', () => {
    const html = "$& $1 $' <!--state--> <!--app-->"
    expect(documents.page({ ...PAGE, html })).toContain(`<div id="app">${html}</div>`)
  })

  test('user content cannot close the state element', () => {
    const mutations = [{ mutationKey: ['</script><script>alert(1)</script>'], state: {} as never }]
    const document = documents.page({
      ...PAGE,
      state: { queries: { queries: [], mutations }, renderedAt: 0 },
    })
    expect(document.match(/<\/script>/g)).toHaveLength(1)
    expect(document).toContain('\\u003c/script>')
  })
})

test('the shell loads the code of its page at once and is not for search engines', () => {
  expect(documents.shell('legal/AboutPage.tsx')).toBe(
    `<head>${STYLES}<meta><meta name="robots" content="noindex">` +
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/about.js">' +
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/page.js">' +
      `${SCRIPT}</head><div id="app"></div><p>`,
  )
})

test.each([
  '<!--styles-->',
  '<!--head-->',
  '<!--app-->',
  '<!--state-->',
  'src="/assets/main.js"',
  'rel="stylesheet"',
])('a template without %s is refused', (marker) => {
  expect(() => createDocuments(TEMPLATE.replace(marker, ''), MANIFEST)).toThrow('index.html')
})
