import { describe, expect, test } from 'vitest'
import { getCoverLetter } from '#contract/applications.ts'
import { createExperience } from '#contract/careers.ts'
import { sendSupportTicket } from '#contract/contact.ts'
import { updateDevProfile } from '#contract/devs.ts'
import { listOffers, searchOffers } from '#contract/offers.ts'
import { searchProjects, updateProject } from '#contract/projects.ts'
import { suggestSkills } from '#contract/skills.ts'
import { forgotPassword, login, register } from '#contract/users.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  PASSWORD,
} from '../builders.ts'
import { startServer } from '../server.ts'
import { buildUpload } from '../uploads.ts'

const server = await startServer()
const ana = await buildDeveloper(server)
const project = await buildProject(server, ana, { title: 'Ferry timetable' })

const HOSTS = [
  'example.com',
  'EXAMPLE.com',
  'sub.example.com:8443',
  '[2001:db8::1]',
  '192.0.2.1',
  'xn--espaa-rta.example',
  'españa.example',
  'localhost',
]
const PATHS = [
  '',
  '/',
  '/a?b=c#d',
  '/a%20b',
  '/%22%3E',
  '/<script>',
  '/"onload="alert(1)',
  '/javascript:alert(1)',
  '?q=//evil.example',
]
const SCHEMES = [
  'javascript:',
  'JavaScript:',
  'java\tscript:',
  'vbscript:',
  'data:text/html,',
  'data:image/svg+xml,',
  'file:///',
  'ftp://',
  'blob:https://',
  'about:',
  'view-source:https://',
  'ws://',
  'mailto:',
  'tel:',
  'gopher://',
  'jar:',
  'filesystem:https://',
  'intent://',
  '//',
  '/\\',
  '\\\\',
  '/',
  './',
  '#',
  '?',
]
const BROKEN = [
  'https://',
  'https:///',
  'http://user@example.com',
  'https://user:pass@example.com',
  'https://example.com\\@evil.example',
  'https:example.com',
  'https:/example.com',
  'http://exa mple.com',
  'https://example.com/\u0000',
  'https://example.com/\r\nX: y',
  'https://[::1',
  'https://256.256.256.256',
  'https://a..b\\',
  'https://example.com/\u0085',
  'htt\nps://example.com',
  'https://%00.example',
  'http//example.com',
  'http:\\\\example.com',
  'https://example.com:99999',
  '\u0001https://example.com',
  'https://exa\u202emple.com\n',
  `https://example.com/${'x'.repeat(2048)}`,
]

const GOOD_URLS = ['https', 'http'].flatMap((scheme) =>
  HOSTS.flatMap((host) => PATHS.map((path) => `${scheme}://${host}${path}`)),
)
const BAD_URLS = [
  ...BROKEN,
  ...SCHEMES.flatMap((scheme) => [`${scheme}example.com`, `${scheme}alert(1)`, `${scheme}//example.com/x`]),
]

describe('a link', () => {
  test('there are 200 cases', () => {
    expect(GOOD_URLS.length + BAD_URLS.length).toBeGreaterThanOrEqual(200)
  })

  test('with another scheme, credentials or an invalid address is refused (P1)', async () => {
    const params = { id: project }
    for (const liveLink of BAD_URLS) {
      const { status } = await server.refusal(updateProject, { params, body: { liveLink }, as: ana })
      expect([liveLink, status]).toEqual([liveLink, 400])
    }
  })

  test('with http or https is stored unchanged, and its host is the one that it shows (P1)', async () => {
    const params = { id: project }
    for (const liveLink of GOOD_URLS) {
      const { status, body } = await server.call(updateProject, { params, body: { liveLink }, as: ana })
      expect([liveLink, status]).toEqual([liveLink, 200])
      expect(body.liveLink).toBe(liveLink)
    }
  })

  test.each(['linkedin', 'github'])('of a profile (%s) is https only (P1)', async (field) => {
    const send = (url: string) => server.refusal(updateDevProfile, { body: { [field]: url }, as: ana })
    expect((await send('https://example.com/ana')).status).toBe(200)
    for (const url of [
      'http://example.com/ana',
      'javascript:alert(1)//https://x',
      'https://a:b@example.com',
    ]) {
      expect((await send(url)).status).toBe(400)
    }
  })
})

describe('the address of a file', () => {
  test('of another person, of another kind or of no upload is refused wherever one is stored (F3)', async () => {
    const [ben, pdf] = [await buildDeveloper(server), await buildUpload(server, ana, 'pdf')]
    const [foreign, chat, own] = [
      await buildUpload(server, ben),
      await buildUpload(server, ana, 'chat'),
      await buildUpload(server, ana),
    ]
    const path = (url: string) => url.replace(server.url, '')
    const bad = [
      foreign,
      chat,
      pdf,
      `${own}.html`,
      `${server.url}/files/x.webp`,
      `${server.url}/api/offers`,
      path(foreign),
      '/files/../puente.db',
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'http://example.com/a.png',
      `${server.url}@evil.example/a.png`,
    ]
    for (const url of bad) {
      const gallery = await server.refusal(updateProject, {
        params: { id: project },
        body: { gallery: [url] },
        as: ana,
      })
      const avatar = await server.refusal(updateDevProfile, { body: { avatar: url }, as: ana })
      expect([url, gallery.status, avatar.status]).toEqual([url, 400, 400])
    }
    for (const url of [
      foreign,
      own,
      chat,
      'https://example.com/cv.pdf',
      await buildUpload(server, ben, 'pdf'),
    ]) {
      const resume = await server.refusal(updateDevProfile, { body: { resume: url }, as: ana })
      expect([url, resume.status]).toEqual([url, 400])
    }
    expect(
      (await server.call(updateDevProfile, { body: { avatar: own, resume: pdf }, as: ana })).status,
    ).toBe(200)
  })
})

describe('search words', () => {
  const WORDS = [
    '%',
    '_',
    '%%%',
    '\\',
    "'",
    '"',
    '""',
    '*',
    'a*',
    '(',
    ')',
    'a AND',
    'NOT a',
    'OR',
    'NEAR(a,b)',
    '^a',
    'col:a',
    '-a',
    '+a',
    '~',
    '{',
    '}',
    ';',
    '--',
    '/*',
    "' or 1=1 --",
    '\u0000',
    '\u202e',
    '\ud83d',
    '👩‍👩‍👧',
    'ñ',
    'n\u0303',
    'İ',
    'ß',
    '  ',
    '.*',
    '(a+)+$',
    'x'.repeat(100),
    'x'.repeat(101),
    'a '.repeat(50),
    '\t',
    '\n',
    '𝒜',
    '٣',
    'ﷺ',
    'Ω',
    'z\u0300\u0301',
  ]

  test('are plain words, never a query language: only rows that contain them are found, and quickly (G9)', async () => {
    const title = 'Percent 100% under_score back\\slash'
    const id = await buildProject(server, ana, { title })
    for (const q of WORDS) {
      const before = process.cpuUsage()
      for (const call of [searchProjects, searchOffers, suggestSkills]) {
        const { status } = await server.call(call, { query: { q: q.toWellFormed() } })
        expect([q, [200, 400].includes(status)]).toEqual([q, true])
      }
      const { user, system } = process.cpuUsage(before)
      expect([q, user + system < 2_000_000]).toEqual([q, true])
    }
    const found = async (q: string) =>
      (await server.call(searchProjects, { query: { q } })).body.items.map((item) => item._id)
    expect(await found('100%')).toEqual([id])
    expect(await found('under_score')).toEqual([id])
    expect(await found('back\\slash')).toEqual([id])
    expect(await found('under-score')).toEqual([])
    expect(await found('f%y')).toEqual([])
    expect(await found('f_rry')).toEqual([])
  })
})

test('a filter that is the name of a JavaScript property matches nothing (G9)', async () => {
  await buildOffer(server, await buildRecruiter(server))
  for (const contractType of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    const { status, body } = await server.call(listOffers, { query: { contractType } })
    expect([contractType, status, body.total]).toEqual([contractType, 200, 0])
  }
})

describe('an e-mail', () => {
  const opens = async (email: string) => {
    const body = { name: 'Ana', surname: 'P', email, password: PASSWORD, 'confirm-password': PASSWORD }
    return (await server.refusal(register, { body })).status
  }

  test.each([
    'a@b.co',
    'ana+tag@example.com',
    'o.connor@example.com',
    'ANA.X@Example.COM',
    '1@1.example',
    'ñ@example.com',
    'łukasz.žižek@example.com',
    'a!#$%&*+-/=?^_`{|}~@example.com',
    'ana@xn--espaa-rta.example',
  ])('%j opens an account (A2)', async (email) => {
    expect(await opens(email)).toBe(201)
  })

  test('that could be delivered to somebody else is refused (A2)', async () => {
    const bad = [
      '"ana@evil.com"@example.com',
      'ana@evil.com@example.com',
      'ana@example.com,eve@evil.com',
      'ana@example.com;eve@evil.com',
      'ana@example.com eve@evil.com',
      'ana@example.com\nbcc: eve@evil.com',
      'ana@example.com\r\nX: y',
      'Ana <ana@example.com>',
      'ana@[127.0.0.1]',
      'ana@localhost',
      'ana@-example.com',
      'ana@example-.com',
      'ana@exam_ple.com',
      'ana@españa.example',
      'ana@example..com',
      '@example.com',
      'ana@',
      'ana',
      'ana@exa mple.com',
      'ana(x)@example.com',
      'ana\u0000@example.com',
      'ana@example.com\u0000',
      `${'a'.repeat(250)}@example.com`,
      'ana@example.com.',
      "ana'@example.com",
      'ana%evil.com@example.com@x.com',
      'ana\\@evil.com@example.com',
    ]
    for (const email of bad) expect([email, await opens(email)]).toEqual([email, 400])
  })
})

describe('an e-mail that looks like another one', () => {
  const LOOK_ALIKES: [string, string][] = [
    ['a zero-width space', 'an\u200ba@example.com'],
    ['a zero-width joiner', 'ana\u200d@example.com'],
    ['a word joiner', 'a\u2060na@example.com'],
    ['a soft hyphen', 'an\u00ada@example.com'],
    ['a direction mark', 'ana\u200e@example.com'],
    ['a variation selector', 'ana\ufe0f@example.com'],
    ['a full-width letter', 'ａna@example.com'],
    ['a full-width @', 'ana＠evil.example@example.com'],
    ['a Cyrillic letter', 'аna@example.com'],
    ['a Cyrillic capital', 'Аna@example.com'],
    ['a Greek letter', 'anα@example.com'],
    ['a letter of the phonetic alphabet', 'ɑna@example.com'],
    ['a dotless i', 'lucıa@example.com'],
    ['a mathematical letter', '𝐚na@example.com'],
    ['a ligature', 'ﬁna@example.com'],
    ['a combining stroke', 'an\u0338a@example.com'],
  ]

  test.each(LOOK_ALIKES)('by %s opens no account and no ticket (A2)', async (_what, email) => {
    const body = { name: 'Ana', surname: 'P', email, password: PASSWORD, 'confirm-password': PASSWORD }
    const refused = await server.refusal(register, { body })
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        error: true,
        message: 'Before the @, use only letters a to z, digits and symbols',
        code: 'VALIDATION',
        fields: { email: 'Before the @, use only letters a to z, digits and symbols' },
      },
    ])
    const ticket = { name: 'Ana', email, category: 'bug', subject: 'Hello', message: 'Hello' }
    expect((await server.refusal(sendSupportTicket, { body: ticket })).status).toBe(400)
  })

  test('signs in and resets its password, if its account is older than the rule (X7)', async () => {
    const email = 'ｏld.аna\u200b@example.com'
    const old = await buildDeveloper(server, { profile: { email } })
    const signIn = await server.call(login, { body: { email, password: PASSWORD } })
    expect(signIn.status).toBe(200)
    expect((await server.call(forgotPassword, { body: { email } })).status).toBe(200)
    await server.jobs.settled()
    const links = server.db.selectFrom('reset_tokens').select('user_id').where('user_id', '=', old.id)
    expect(await links.execute()).toHaveLength(1)
  })
})

describe('dates, phones and names', () => {
  const change = async (body: Record<string, unknown>) =>
    (await server.refusal(updateDevProfile, { body, as: ana })).status

  test('a birth date is a real day from 1900 to today (decision 28)', async () => {
    for (const birthDate of [
      '1990-01-31',
      '31-01-1990',
      '29-02-2000',
      '1900-01-01',
      '1990-01-31T23:59:59Z',
      '',
      null,
    ]) {
      expect([birthDate, await change({ birthDate })]).toEqual([birthDate, 200])
    }
    for (const birthDate of [
      '1990-02-30',
      '29-02-1900',
      '1899-12-31',
      '2999-01-01',
      '1990-13-01',
      '1990-00-10',
      '1990-1-1',
      '01/02/1990',
      'today',
      '١٩٩٠-٠١-٠١',
      '0000-00-00',
      '+1990-01-01',
      631_152_000_000,
      [],
      {},
    ]) {
      expect([birthDate, await change({ birthDate })]).toEqual([birthDate, 400])
    }
  })

  test('a month is one from 1990 to now, and never ends before it began (decision 28)', async () => {
    const add = async (startDate: unknown, endDate: unknown) =>
      (
        await server.refusal(createExperience, {
          as: ana,
          body: { company: 'A', position: 'B', startDate, endDate } as never,
        })
      ).status
    expect(await add('1990-01', null)).toBe(201)
    expect(await add('2020-05-31T00:00:00Z', '2020-05')).toBe(201)
    for (const [start, end] of [
      ['1989-12', null],
      ['2020-13', null],
      ['2020-00', null],
      ['2999-01', null],
      ['2020-05', '2020-04'],
      ['2020-5', null],
      ['２０２０-05', null],
      [202_005, null],
      ['2020-05', 'now'],
    ]) {
      expect([start, end, await add(start, end)]).toEqual([start, end, 400])
    }
  })

  test('a phone is a plus, digits and spaces (decision 32)', async () => {
    for (const phone of ['+34 600 000 000', '+34600000000', ''])
      expect([phone, await change({ phone })]).toEqual([phone, 200])
    for (const phone of [
      '600 000 000',
      '+34 60',
      '+34-600-000-000',
      '+34 600 000 000 000 000',
      '+٣٤٦٠٠٠٠٠٠٠٠',
      '+34\n600000000',
      '+34600000000;ext=1',
      '<b>+34600000000',
      'tel:+34600000000',
      '++34600000000',
      '+34 600 000 00a',
      34_600_000_000,
    ]) {
      expect([phone, await change({ phone })]).toEqual([phone, 400])
    }
  })

  test('no name can inject a header (F4, O5)', async () => {
    const names = [
      '../../etc/passwd',
      'a"; filename="x.html',
      "x' onload=1",
      '\\\\server\\share',
      'con',
      '名前',
      '👩‍💻',
      'a'.repeat(120),
      '.htaccess',
      '%0d%0aX: y',
      '<script>',
      'naïve',
      '‮fdp.exe',
      '-rf',
      'a;b=c',
      '*?:|<>',
    ]
    const rec = await buildRecruiter(server)
    for (const name of names) {
      const person = await buildDeveloper(server, { name, surname: name })
      const id = await buildOffer(server, rec)
      const candidateId = await buildApplication(server, id, person, { coverLetter: 'Hola' })
      const letter = await server.call(getCoverLetter, { params: { id, candidateId }, as: rec })
      expect(letter.status).toBe(200)
      expect([...letter.headers.keys()]).not.toContain('x')
      expect(letter.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[a-z0-9-]+\.pdf"; filename\*=UTF-8''[\w%.~!*'()-]+$/,
      )
    }
  })
})
