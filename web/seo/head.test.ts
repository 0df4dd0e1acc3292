// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { Offer } from '#contract/offers.ts'
import { render } from '../entry-server.tsx'
import { formatDate } from '../lib/format.ts'
import { payOf, workplaceOf } from '../offers/offer-format.ts'
import { apiServer } from '../test/api-server.ts'
import { buildOffer } from '../test/offers.ts'

const api = apiServer()

const ORIGIN = 'https://puente.example'
const id = '0190a000-0000-7000-8000-000000000001'
const personId = '0190a000-0000-7000-8000-000000000002'
const recruiter = {
  companyName: 'Acueducto',
  location: 'Segovia, Spain',
  website: 'https://acueducto.example',
}
const owner = {
  _id: personId,
  name: 'Marta',
  surname: 'Ríos',
  avatar: '',
  role: { type: 'recruiter' as const, recruiter },
  responsiveness: { rated: false, answeredPercent: null, medianDays: null, applications: null },
  verified: null,
}
const offer = buildOffer({
  _id: id,
  position: 'Bridge "builder" & more',
  role: 'Backend developer',
  location: 'Segovia, Spain (hybrid)',
  skills: ['Go', 'SQL'],
  description: '**We** build.\n\nYou <b>too</b>.</script><script>alert(1)</script>',
  owner,
})
const developer = {
  _id: personId,
  name: 'Lucía',
  surname: 'Núñez',
  email: 'lucia@example.com',
  avatar: `${ORIGIN}/files/a.webp`,
  description: 'Twelve years of bridges.',
  createdAt: '2026-01-01T00:00:00.000Z',
  projectCategories: [],
  role: {
    type: 'developer',
    developer: {
      professionalPosition: 'Engineer',
      resume: '',
      experienceYears: '5',
      location: 'Cádiz',
      linkedin: 'https://linkedin.com/in/lucia',
      github: '',
      skills: ['Go'],
      languages: [{ language: 'Spanish', languageLevel: 'Native' }],
    },
  },
}
const project = {
  _id: id,
  title: 'Ferry',
  category: 'Mobile',
  year: 2025,
  professionalRole: '',
  duration: '',
  projectSkills: ['Swift'],
  description: '',
  liveLink: '',
  githubProjectLink: 'https://github.com/o/r',
  codeSections: [],
  codeLanguages: [],
  gallery: [`${ORIGIN}/files/b.webp`],
  views: 3,
  likes: 2,
  liked: false,
  owner: { ...owner, role: { type: 'developer', developer: { professionalPosition: 'Engineer' } } },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  badgeText: '',
  state: 'published',
  warning: null,
}

const headOf = async (address: string) =>
  (await render(address, { publicUrl: ORIGIN, fetch: api.fetch })).head

type Block = Record<string, unknown> & { '@type': string }

function things(head: string): Block[] {
  const json = /<script type="application\/ld\+json" data-page>(.*?)<\/script>/s.exec(head)?.[1]
  if (!json) return []
  const block = JSON.parse(json)
  expect(block['@context']).toBe('https://schema.org')
  return block['@graph']
}
const thing = (head: string, type: string) => things(head).find((found) => found['@type'] === type)

const meta = (head: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]

describe('every public page', () => {
  test.each([
    ['/', 'home'],
    ['/offers', 'offers'],
    ['/projects', 'projects'],
    ['/developers', 'developers'],
    ['/about', 'about'],
    ['/contact', 'contact'],
    ['/legal/terms', 'terms'],
    ['/legal/privacy', 'privacy'],
    ['/legal/cookies', 'cookies'],
  ])('%s has a title and a description for search and sharing', async (address) => {
    for (const call of ['/offers', '/projects', '/devs', '/recruiters']) api.on(`GET ${call}`, { body: [] })
    const head = await headOf(address)
    expect(head).toMatch(/<title>[^<]+ · Puente<\/title>/)
    expect(meta(head, 'description')).toMatch(/.{20}/)
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}${address}" data-page>`)
    for (const name of ['og:type', 'og:url', 'og:title', 'og:description', 'og:site_name', 'og:image:alt']) {
      expect(meta(head, name), name).toBeTruthy()
    }
    expect(meta(head, 'og:image')).toBe(`${ORIGIN}/previews/product.jpg`)
    for (const name of ['twitter:card', 'twitter:title', 'twitter:description', 'twitter:image']) {
      expect(meta(head, name), name).toBeTruthy()
    }
    expect(head).not.toContain('noindex')
  })

  test('has one canonical address, whatever the other parameters', async () => {
    api.on('GET /offers', { body: [] })
    const head = await headOf('/offers?sort=oldest&skills=Go&page=1&utm_source=x')
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/offers?skills=Go" data-page>`)
    expect(head).toContain(
      `type="application/atom+xml" title="Offers · Puente" href="${ORIGIN}/feeds/offers.atom?skills=Go"`,
    )
  })

  test('that lists something with one filter is indexed', async () => {
    api.on('GET /offers', { body: [offer] })
    expect(await headOf('/offers?skills=Go')).not.toContain('noindex')
  })

  test.each([
    '/offers?skills=Go,SQL',
    '/offers?page=999',
    '/offers?skills=Nothing',
    '/nothing',
    '/offers/0190a000-0000-7000-8000-00000000000f',
  ])('%s is not indexed', async (address) => {
    api.on('GET /offers', { body: [] })
    expect(await headOf(address)).toContain('<meta name="robots" content="noindex" data-page>')
  })
})

describe('an offer', () => {
  test('is a JobPosting with every known property that search engines ask for', {
    tags: 'FLOW-05',
  }, async () => {
    api.on(`GET /offers/${id}`, { body: offer })
    const head = await headOf(`/offers/${id}`)
    expect(meta(head, 'description')).toMatch(/^We build\. You /)
    const posting = thing(head, 'JobPosting')
    // Google's list: required, then recommended.
    for (const name of ['datePosted', 'description', 'hiringOrganization', 'jobLocation', 'title']) {
      expect(posting, name).toHaveProperty(name)
    }
    for (const name of ['baseSalary', 'directApply', 'employmentType', 'identifier']) {
      expect(posting, name).toHaveProperty(name)
    }
    expect(posting).toMatchObject({
      title: 'Bridge "builder" & more',
      description: expect.stringMatching(/^<p>We build\.<\/p><p>You &lt;b&gt;too/),
      employmentType: ['FULL_TIME', 'CONTRACTOR'],
      hiringOrganization: { name: 'Acueducto', sameAs: 'https://acueducto.example' },
      jobLocation: { address: { addressLocality: 'Segovia', addressCountry: 'Spain' } },
      baseSalary: { currency: 'EUR', value: { value: 30000 } },
      skills: 'Go, SQL',
    })
    expect(head).not.toContain('<script>alert')
    expect(thing(head, 'BreadcrumbList')?.itemListElement).toMatchObject([
      { position: 1, name: 'Puente', item: `${ORIGIN}/` },
      { position: 2, name: 'Offers', item: `${ORIGIN}/offers` },
      { position: 3, name: offer.position, item: `${ORIGIN}/offers/${id}` },
    ])
    expect(meta(head, 'og:title')).toBe('Bridge &quot;builder&quot; &amp; more')
    expect(meta(head, 'og:image')).toMatch(new RegExp(`^${ORIGIN}/previews/offers/${id}\\.jpg\\?v=`))
  })

  const remoteIn = (...names: string[]) => ({
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: names.map((name) => ({ '@type': 'Country', name })),
  })
  const at = (addressLocality: string, addressCountry?: string) => ({
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressLocality, ...(addressCountry && { addressCountry }) },
    },
  })

  test.each([
    ['Remote (Spain)', remoteIn('Spain')],
    ['Remoto, España', remoteIn('España')],
    ['Remote (Chile, Peru, Spain)', remoteIn('Chile', 'Peru', 'Spain')],
    ['Remoto', {}],
    ['Remote (Latin America)', {}],
    ['Remote (Americas, Spain)', {}],
    ['Remote (European Union)', {}],
    ['Madrid', at('Madrid')],
    ['Madrid, Spain or remote', at('Madrid', 'Spain')],
    ['Madrid or remote', at('Madrid')],
    ['Valencia, Spain (hybrid)', at('Valencia', 'Spain')],
    ['Segovia, Castilla y León', at('Segovia')],
    ['', {}],
  ])('in %j has that location, and no other property of place', async (location, expected) => {
    api.on(`GET /offers/${id}`, { body: { ...offer, location } })
    const posting: Partial<Block> = thing(await headOf(`/offers/${id}`), 'JobPosting') ?? {}
    const fields = ['jobLocation', 'jobLocationType', 'applicantLocationRequirements']
      .filter((name) => name in posting)
      .map((name) => [name, posting[name]])
    expect(Object.fromEntries(fields)).toEqual(expected)
  })

  test.each([
    ['nothing', { pay: null }, {}],
    ['no pay, no experience', { pay: null, minYears: 0, countries: ['ES'] }, {}],
    [
      'a range',
      { pay: { min: 30000, max: 38000, currency: 'USD', period: 'year' } },
      {
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'USD',
          value: { '@type': 'QuantitativeValue', minValue: 30000, maxValue: 38000, unitText: 'YEAR' },
        },
      },
    ],
    [
      'an amount for no known period',
      { pay: { min: 300, max: 300, currency: 'EUR', period: '' } },
      {
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'EUR',
          value: { '@type': 'QuantitativeValue', value: 300 },
        },
      },
    ],
    ['remote work', { pay: null, workplace: 'remote', countries: ['ES', 'PT'] }, remoteIn('ES', 'PT')],
    ['remote work from anywhere', { pay: null, workplace: 'remote' }, { jobLocationType: 'TELECOMMUTE' }],
    ['hybrid work', { pay: null, workplace: 'hybrid', countries: ['ES'], location: 'Remote (Spain)' }, {}],
    ['work on site', { pay: null, workplace: 'onsite', location: 'Remoto, España' }, {}],
    [
      'experience',
      { pay: null, minYears: 3 },
      {
        experienceRequirements: { '@type': 'OccupationalExperienceRequirements', monthsOfExperience: 36 },
      },
    ],
  ] satisfies [string, Partial<Offer>, object][])(
    'that states %s has it in its structured data and on its page',
    {
      tags: 'PAY-05',
    },
    async (_, said, expected) => {
      const stored = { ...offer, location: '', ...said }
      api.on(`GET /offers/${id}`, { body: stored })
      const { head, html } = await render(`/offers/${id}`, { publicUrl: ORIGIN, fetch: api.fetch })
      const posting: Partial<Block> = thing(head, 'JobPosting') ?? {}
      const claimed = [
        'baseSalary',
        'jobLocationType',
        'applicantLocationRequirements',
        'experienceRequirements',
      ].flatMap((name) => (name in posting ? [[name, posting[name]]] : []))
      expect(Object.fromEntries(claimed)).toEqual(expected)
      expect(posting.validThrough).toBe(offer.closesAt)
      const shown = (label: string) => html.split(`${label}</dt>`)[1]?.match(/^<dd[^>]*>([^<]*)/)?.[1]
      expect(shown('Open until')).toBe(formatDate(offer.closesAt))
      expect(shown(stored.pay ? 'Salary' : 'Pay')).toBe(payOf(stored) ?? 'Pay not stated')
      expect(shown('Workplace')).toBe(workplaceOf(stored) ?? undefined)
      expect(shown('Experience')).toBe(stored.minYears ? '3 years or more' : undefined)
    },
  )

  test('without a description is no JobPosting, and still has a text for a preview', async () => {
    api.on(`GET /offers/${id}`, { body: { ...offer, description: '' } })
    const head = await headOf(`/offers/${id}`)
    expect(thing(head, 'JobPosting')).toBeUndefined()
    expect(meta(head, 'og:description')).toContain('Acueducto')
    expect(meta(head, 'description')).toContain('Acueducto')
  })

  test('that was deleted has no structured data', async () => {
    const head = await headOf(`/offers/${id}`)
    expect(things(head)).toEqual([])
    expect(head).not.toContain('canonical')
  })
})

test('a developer is the person of a ProfilePage, without the e-mail address', async () => {
  api.on(`GET /devs/${personId}`, { body: developer })
  for (const call of ['experiences', 'studies']) api.on(`GET /${call}/owner/${personId}`, { body: [] })
  api.on(`GET /projects/developer/${personId}`, { body: [] })
  const head = await headOf(`/profile/${personId}`)
  const page = thing(head, 'ProfilePage')
  expect(page).toMatchObject({
    dateCreated: developer.createdAt,
    mainEntity: {
      '@type': 'Person',
      name: 'Lucía Núñez',
      jobTitle: 'Engineer',
      sameAs: ['https://linkedin.com/in/lucia'],
    },
  })
  expect(JSON.stringify(page)).not.toContain('lucia@example.com')
  expect(meta(head, 'og:type')).toBe('profile')
})

test.each([
  [`/profile/${personId}`, ''],
  ['/@lucia', ''],
  [`/es/profile/${personId}`, '/es'],
  ['/es/@lucia', '/es'],
])('%s names the short address of a developer who has one', { tags: 'FLOW-03' }, async (address, prefix) => {
  api.on('GET /users/handle/lucia', { body: { _id: personId, role: 'developer', handle: 'lucia' } })
  api.on(`GET /devs/${personId}`, { body: { ...developer, handle: 'lucia' } })
  for (const call of ['experiences', 'studies']) api.on(`GET /${call}/owner/${personId}`, { body: [] })
  api.on(`GET /projects/developer/${personId}`, { body: [] })
  const head = await headOf(address)
  const canonical = `${ORIGIN}${prefix}/@lucia`
  expect(head).toContain(`<link rel="canonical" href="${canonical}" data-page>`)
  expect(meta(head, 'og:url')).toBe(canonical)
  expect(head).toContain(`<link rel="alternate" hreflang="es" href="${ORIGIN}/es/@lucia" data-page>`)
  expect(head).toContain(`<link rel="alternate" hreflang="x-default" href="${ORIGIN}/@lucia" data-page>`)
  expect(thing(head, 'ProfilePage')?.mainEntity).toMatchObject({ url: canonical, identifier: personId })
  expect(head).not.toContain('noindex')
})

test('a recruiter has the short address too', { tags: 'FLOW-03' }, async () => {
  const details = { ...recruiter, sector: '', contact: { email: '', phone: '' }, multimedia: [] }
  const role = { type: 'recruiter', recruiter: { ...details, contactEmail: '', contactPhone: '' } }
  const stored = { ...owner, description: '', createdAt: developer.createdAt, handle: 'marta', role }
  api.on('GET /users/handle/marta', { body: { _id: personId, role: 'recruiter', handle: 'marta' } })
  api.on(`GET /recruiters/${personId}`, { body: stored })
  api.on(`GET /offers/profile/${personId}`, { body: [] })
  const head = await headOf('/@marta')
  expect(head).toContain('<title>Marta Ríos · Puente</title>')
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/@marta" data-page>`)
})

test('a project is SoftwareSourceCode with a repository, else a CreativeWork', async () => {
  api.on(`GET /projects/${id}`, { body: project })
  expect(thing(await headOf(`/projects/${id}`), 'SoftwareSourceCode')).toMatchObject({
    codeRepository: 'https://github.com/o/r',
    author: { '@type': 'Person', name: 'Marta Ríos' },
    image: project.gallery,
  })
  api.on(`GET /projects/${id}`, { body: { ...project, githubProjectLink: '' } })
  expect(thing(await headOf(`/projects/${id}`), 'CreativeWork')).toMatchObject({ name: 'Ferry' })
})

test('the home page names the organisation', async () => {
  for (const call of ['/offers', '/projects', '/devs', '/recruiters']) api.on(`GET ${call}`, { body: [] })
  expect(thing(await headOf('/'), 'Organization')).toMatchObject({ name: 'Puente', url: `${ORIGIN}/` })
})
