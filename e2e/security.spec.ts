import { connect } from 'node:net'
import type { Page } from '@playwright/test'
import { signIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { readSecrets } from './secrets.ts'
import { apiOf, signUpByApi } from './steps/api.ts'
import { lucia, marta } from './steps/people.ts'
import { Traffic } from './traffic.ts'

test.use({ demo: false })

/** G12, written out by hand; `HOST` is the server's own. */
const POLICY =
  "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob: http://HOST;" +
  "connect-src 'self' ws://HOST;worker-src 'self' blob:;object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'"

/** Its execution would show in `window.hacked`, a dialog, the console or a request. */
const HOSTILE = `"'><img src=x onerror=window.hacked=1><script>window.hacked=1</script><svg/onload=window.hacked=1>`
const SHORT = '"><svg/onload=window.hacked=1>'

type World = { developer: string; recruiter: string; project: string; offer: string }

async function fillWorld(baseUrl: string): Promise<World> {
  const people = {
    dev: { ...lucia, name: HOSTILE.slice(0, 100), surname: SHORT },
    rec: { ...marta, name: HOSTILE.slice(0, 100), surname: SHORT },
  }
  await signUpByApi(baseUrl, people.dev, 'developer')
  await signUpByApi(baseUrl, people.rec, 'recruiter')
  const [dev, rec] = [await apiOf(baseUrl, people.dev), await apiOf(baseUrl, people.rec)]
  const about = `${HOSTILE} and so on, and so on, for as long as it has to be`
  const github = 'https://github.com/octo/"><svg/onload=window.hacked=1>'
  await dev.put('/devs/profile', {
    description: about,
    role: {
      developer: {
        professionalPosition: HOSTILE,
        location: HOSTILE,
        skills: [SHORT, 'Go'],
        languages: [{ language: HOSTILE, languageLevel: 'Native' }],
        linkedin: github,
        github,
      },
    },
  })
  await rec.put('/recruiters/profile', {
    description: about,
    role: { recruiter: { companyName: HOSTILE, location: HOSTILE, sector: HOSTILE, website: github } },
  })
  const project = await dev.post<{ _id: string }>('/projects', {
    title: HOSTILE,
    category: 'Backend',
    year: 2024,
    description: about,
    professionalRole: HOSTILE,
    duration: HOSTILE,
    projectSkills: [SHORT, 'Go'],
    liveLink: github,
    githubProjectLink: github,
    codeSections: [HOSTILE, `</code></pre>${HOSTILE}`],
  })
  const period = { startDate: '2020-01', endDate: null, description: about }
  await dev.post('/experiences', {
    company: HOSTILE,
    position: HOSTILE,
    experienceSkills: [SHORT],
    ...period,
  })
  await dev.post('/studies', { degree: HOSTILE, instituteName: HOSTILE, ...period })
  const offer = await rec.post<{ _id: string }>('/offers', {
    position: HOSTILE,
    role: HOSTILE,
    company: HOSTILE,
    location: HOSTILE,
    language: HOSTILE,
    skills: [SHORT, 'Go'],
    description: about,
  })
  const application = { phone: '+34 600 000 000', coverLetter: about, gdprAccepted: true }
  await dev.post(`/offers/${offer._id}/apply`, application)
  await dev.post(`/messages/send/${rec.id}`, { text: about })
  await rec.post(`/messages/send/${dev.id}`, { text: `javascript:window.hacked=1 ${HOSTILE}` })
  return { developer: dev.id, recruiter: rec.id, project: project._id, offer: offer._id }
}

let world: World | undefined
test.beforeEach(async ({ server }) => {
  world ??= await fillWorld(server.baseUrl)
})

const publicPages = ({ developer, recruiter, project, offer }: World) => [
  '/',
  '/offers',
  `/offers/${offer}`,
  '/projects',
  `/projects/${project}`,
  '/developers',
  `/profile/${developer}`,
  `/recruiter/${recruiter}`,
  '/contact',
  '/about',
  '/login',
  '/register',
  '/nowhere',
  `/offers?q=${encodeURIComponent(HOSTILE)}`,
  `/nowhere/${encodeURIComponent(HOSTILE)}`,
]

test('every page has the policy of G12, and no inline script (G11, G12)', async ({ server }) => {
  const host = new URL(server.baseUrl).host
  for (const path of publicPages(world as World)) {
    const response = await fetch(server.baseUrl + path)
    const html = await response.text()
    expect(response.headers.get('content-security-policy'), path).toBe(POLICY.replaceAll('HOST', host))
    expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(response.headers.get('referrer-policy'), path).toBe('no-referrer')
    const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes)
    const own = scripts.filter(
      (one) => !/\bsrc="\/(?!\/)/.test(one) && !/type="application\/(ld\+)?json"/.test(one),
    )
    expect(own, path).toEqual([])
    expect(markupOf(html), path).not.toMatch(/<[^>]*\son\w+\s*=/i)
    expect(html, path).not.toMatch(/(?:href|src|action)\s*=\s*["']?\s*(?:javascript|data:text|vbscript):/i)
    expect(html, path).not.toContain('<svg/onload')
    expect(html, path).not.toContain('<img src=x')
    for (const [, address = ''] of html.matchAll(/(?:<script|<link)\b[^>]*(?:src|href)="([^"]+)"/g)) {
      if (/^https?:/.test(address)) expect(new URL(address).host, path).toBe(host)
    }
  }
})

test('hostile text in every field stays inert on every page, for everybody (G7, G12)', {
  tag: '@deep',
}, async ({ page, as, server, allowErrors }) => {
  test.setTimeout(180_000)
  allowErrors(/404 .*\/nowhere/)
  const given = world as World
  const dev = await as({ email: lucia.email, password: lucia.password })
  const rec = await as({ email: marta.email, password: marta.password })
  const privatePages = new Map([
    [
      dev,
      [
        '/private-dev/profile',
        '/private-dev/profile/edit',
        '/private-dev/projects',
        `/private-dev/projects/${given.project}/edit`,
        '/settings',
        `/offers/${given.offer}`,
      ],
    ],
    [
      rec,
      [
        '/private-rec/profile',
        '/private-rec/offers',
        `/private-rec/dashboard/${given.offer}`,
        '/settings',
        `/profile/${given.developer}`,
      ],
    ],
  ])
  for (const [tab, paths] of [[page, publicPages(given)] as const, ...privatePages]) {
    await watch(tab)
    for (const path of paths) await expectHarmless(tab, server.baseUrl, path)
  }
  // The chat shows messages of both.
  await rec.goto(`/profile/${given.developer}`)
  await rec
    .getByRole('button', { name: /chat|message/i })
    .first()
    .click()
  await rec
    .getByRole('button', { name: /Native|onload/i })
    .first()
    .click({ timeout: 3000 })
    .catch(() => undefined)
  expect(await harm(rec)).toEqual([])
})

test('the leak scan of browser traffic detects every kind of secret (G6, G16)', async ({
  browser,
  server,
}) => {
  const secrets = readSecrets(server.dataDir)
  const wordOf = (name: string) => [...secrets.words].find(([, { what }]) => what === name)?.[0] ?? ''
  const [context, traffic] = [await browser.newContext(), new Traffic()]
  traffic.watch(context)
  const page = await context.newPage()
  await page.route('**/leak', (route) =>
    route.fulfill({ json: { text: `x ${wordOf('password hash')} ${marta.email}` } }),
  )
  await page.goto(`${server.baseUrl}/about`)
  const token = await signIn(server.baseUrl, marta)
  for (const authorization of ['', `Bearer ${token}`])
    await page.evaluate((value) => fetch('/leak', { headers: { authorization: value } }), authorization)
  const log = `{"a":1}\n{"msg":"${wordOf('phone of an application')}"}`
  const address = `${server.baseUrl}/leak`
  expect((await traffic.leaks(server.dataDir, log)).sort()).toEqual(
    [
      `e-mail: ${address} to a visitor`,
      `password hash: ${address} to a visitor`,
      `password hash: ${address} to ${(world as World).recruiter}`,
      'phone of an application: the log to a visitor',
    ].sort(),
  )
  await context.close()
})

test('no URL redirects to another site (G13, decision 35)', async ({ server }) => {
  const raw = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const { port } = new URL(server.baseUrl)
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
      )
      socket.setEncoding('latin1').on('data', (part: string) => {
        text += part
      })
      socket.once('end', () => resolve(text)).once('error', reject)
    })
  const addresses = [
    '//evil.example/',
    '//evil.example/offers/',
    '///evil.example//',
    '/\\evil.example/',
    '/.//evil.example/',
    '/%2F%2Fevil.example/',
    '/%5Cevil.example/',
    '//evil.example/%2e%2e/',
    '/offers/?next=//evil.example/',
    '//',
    '//[',
    '//[::1]:x/',
    'http://evil.example/offers/',
    '/offers//',
    '/%0d%0aSet-Cookie:%20a=b/',
    '/login/?redirect=https://evil.example',
  ]
  for (const address of addresses) {
    const response = await raw(address)
    const status = Number(response.split(' ')[1])
    expect(status, address).toBeLessThan(500)
    const location = /^location: (.*)$/im.exec(response)?.[1]?.trim() ?? '/'
    expect(location, address).toMatch(/^\/(?![/\\])/)
    expect(response, address).not.toMatch(/^set-cookie/im)
  }
})

test('a remembered path of another site is not followed after signing in (decision 35)', async ({ page }) => {
  for (const path of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    'javascript:window.hacked=1',
  ]) {
    await page.goto('/login')
    await page.evaluate((value) => sessionStorage.setItem('redirectAfterLogin', value), path)
    await page.getByLabel('Email').fill(lucia.email)
    await page.getByLabel('Password', { exact: true }).fill(lucia.password)
    await page.locator('form').getByRole('button', { name: 'Login' }).click()
    await expect(page).not.toHaveURL(/login/)
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    await page.evaluate(() => localStorage.clear())
  }
})

/** Elements without the content of their attributes and scripts. */
const markupOf = (html: string) =>
  html.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1').replaceAll(/"[^"]*"/g, '""')

/** Records effects: a dialog, a blocked script, a request to another host. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { harm: found })
    document.addEventListener('securitypolicyviolation', (event) => {
      found.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
    for (const name of ['alert', 'confirm', 'prompt'] as const) {
      Object.assign(window, { [name]: () => found.push(name) })
    }
  })
}

const harm = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => {
    const { harm: found, hacked } = window as unknown as { harm: string[]; hacked?: number }
    const links = [
      ...document.querySelectorAll('a[href], area[href], form[action], iframe, object, embed, base'),
    ]
    const bad = links.filter((one) =>
      /^\s*(javascript|data|vbscript):/i.test(one.getAttribute('href') ?? one.getAttribute('action') ?? ''),
    )
    const marked = [...document.querySelectorAll('*')].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith('on')),
    )
    const foreign = [...document.querySelectorAll('a[target=_blank]')].filter(
      (one) => !/noopener/.test(one.getAttribute('rel') ?? ''),
    )
    return [
      ...(found ?? []),
      ...(hacked === undefined ? [] : ['it ran']),
      ...[...bad, ...marked, ...foreign].map((one) => one.outerHTML),
    ]
  })

async function expectHarmless(page: Page, baseUrl: string, path: string): Promise<void> {
  await page.goto(baseUrl + path)
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await harm(page), path).toEqual([])
}
