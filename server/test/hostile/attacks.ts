import { randomBytes, randomUUID } from 'node:crypto'

type Account = { id: string; token: string; email: string; password: string }

export type Plan = {
  url: string
  ids: { person: string; project: string; projects: string[]; offer: string }
  developer: Account
  /** Of the developer. */
  own: { projects: string[]; messages: string[] }
  recruiter: Account
  /** An offer of the recruiter with so many applicants that it is some 10 MB. */
  board: { offer: string; candidates: string[] }
  /** The costliest picture that uploads and chats accept. */
  pictures: { upload: string; chat: string }
}
export type Attack = (plan: Plan) => Promise<{ status: number }>

export const ADDRESSES = { visitor: '203.0.113.66', developer: '198.18.0.66', recruiter: '198.18.1.66' }

const word = () => randomBytes(6).toString('hex')
/** Takes quadratic time where a text is normalised before its length is checked. */
const marks = (bytes: number) => `a${'\u0f73\u0f75'.repeat(bytes / 6)}`
/** Words that nearly occur in a run of one letter. */
const NEARLY = Array.from({ length: 11 }, (_, count) => `${'a'.repeat(count + 1)}b`).join(' ')
const long = (length: number) => `${word()} `.repeat(Math.ceil(length / 13)).slice(0, length)

async function call(from: string, url: string, init: RequestInit = {}, token?: string): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    headers: {
      'x-forwarded-for': from,
      ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  await response.arrayBuffer()
  return response
}

const get =
  (path: (plan: Plan) => string): Attack =>
  (plan) =>
    call(ADDRESSES.visitor, plan.url + path(plan))
const post =
  (path: string, body: (plan: Plan) => object): Attack =>
  (plan) =>
    call(ADDRESSES.visitor, `${plan.url}/api${path}`, { method: 'POST', body: JSON.stringify(body(plan)) })

export const OF_VISITOR: Attack[] = [
  get(() => `/?${word()}=${word()}`),
  get(() => `/projects?page=${word()}&${word()}`),
  get(({ ids }) => `/%70rofile/${ids.person}?${word()}`),
  get(({ ids }) => `/api/devs/${ids.person}?${word()}=1`),
  get(({ ids }) => `/api/offers/${ids.offer}?${word()}`),
  get(() => `/api/projects?limit=100&page=${Math.ceil(Math.random() * 900)}&${word()}`),
  get(() => `/api/projects/search?limit=100&q=${word().slice(0, 2)}`),
  get(() => `/api/offers/search?limit=100&q=${'e '.repeat(40)}`),
  get(() => `/api/devs?limit=100&skills=${Array.from({ length: 30 }, word)}`),
  get(() => `/api/openapi.json?${word()}`),
  get(({ recruiter }) => `/recruiter/${recruiter.id}?${word()}`),
  get(() => `/@${word()}`),
  get(() => `/feeds/offers.atom?skills=${word()}`),
  post('/reports', ({ ids }) => ({
    kind: 'project',
    id: pick(ids.projects),
    reason: 'spam',
    text: long(1900),
  })),
  get(({ ids }) => `/previews/projects/${ids.project}.jpg?${word()}`),
  get(() => `/socket.io/?EIO=4&transport=polling&${word()}`),
  post('/contact', () => ({
    name: marks(120_000),
    email: 'a@example.com',
    category: 'bug',
    subject: 's',
    message: marks(120_000),
  })),
  post('/contact', () => ({
    name: 'A',
    email: 'a@example.com',
    category: 'bug',
    subject: 's',
    message: long(4900),
  })),
  post('/users/register', () => ({
    name: marks(80_000),
    surname: marks(40_000),
    email: marks(40_000),
    password: 'Secret-1',
    role: marks(40_000),
  })),
  post('/users/register', () => ({
    ...{ name: 'Eve', surname: 'Mallory', email: `${word()}@example.com`, password: 'Secret-1' },
    role: 'developer',
  })),
  post('/users/login', ({ developer }) => ({ email: developer.email, password: word() })),
  post('/users/login', () => ({ email: `${word()}@example.com`, password: word() })),
  // From a new device, which is mailed.
  post('/users/login', ({ recruiter: { email, password } }) => ({ email, password })),
  post('/users/forgot-password', ({ developer }) => ({ email: developer.email })),
]

type Who = 'developer' | 'recruiter'
const writeBy =
  (who: Who) =>
  (method: string, path: (plan: Plan) => string, body: (plan: Plan) => object = () => ({})): Attack =>
  (plan) =>
    call(
      ADDRESSES[who],
      `${plan.url}/api${path(plan)}`,
      { method, body: JSON.stringify(body(plan)) },
      plan[who].token,
    )
const readBy =
  (who: Who) =>
  (path: (plan: Plan) => string): Attack =>
  (plan) =>
    call(ADDRESSES[who], `${plan.url}/api${path(plan)}`, {}, plan[who].token)
const upload =
  (path: string, name: string, file: (plan: Plan) => Buffer<ArrayBuffer>): Attack =>
  (plan) => {
    const form = new FormData()
    form.append('file', new Blob([file(plan)]), name)
    return call(
      ADDRESSES.developer,
      `${plan.url}/api${path}`,
      { method: 'POST', body: form },
      plan.developer.token,
    )
  }
const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(Math.random() * list.length)] as Item
const shuffled = <Item>(list: readonly Item[]) => list.toSorted(() => Math.random() - 0.5)

const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(900_000)}\n%%EOF\n`)
const PUSH_KEYS = {
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
}
const project = () => ({
  ...{ title: long(90), category: 'Backend', year: 2024, description: long(4900) },
  projectSkills: Array.from({ length: 20 }, word),
  codeSections: Array.from({ length: 10 }, () => long(4900)),
})

const write = writeBy('developer')
const read = readBy('developer')

export const OF_DEVELOPER: Attack[] = [
  write('POST', () => '/projects', project),
  write(
    'POST',
    () => '/experiences',
    () => ({ company: word(), position: word(), description: long(4900), startDate: '2020-01' }),
  ),
  write(
    'PUT',
    () => '/settings/profile',
    () => ({ name: `Eve ${word()}` }),
  ),
  write(
    'PUT',
    () => '/devs/profile',
    () => ({ description: marks(240_000) }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.person}`,
    () => ({ text: long(1900), clientId: randomUUID() }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.person}`,
    () => ({ text: marks(240_000) }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.person}`,
    ({ pictures }) => ({ text: '', image: pictures.chat }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.person}`,
    ({ pictures }) => ({ text: '', image: pictures.chat }),
  ),
  write(
    'POST',
    ({ ids }) => `/projects/${ids.project}/like`,
    () => ({}),
  ),
  write(
    'POST',
    ({ ids }) => `/offers/${ids.offer}/apply`,
    () => ({ phone: '+34 600 000 000', coverLetter: long(4900), gdprAccepted: true }),
  ),
  write(
    'POST',
    () => '/contact',
    () => ({ name: 'E', email: 'e@example.com', category: 'bug', subject: 's', message: long(4900) }),
  ),
  upload('/upload', 'a.png', ({ pictures }) => Buffer.from(pictures.upload, 'base64')),
  upload('/upload-message-file', 'a.pdf', () => pdf),
  write(
    'POST',
    () => '/reports',
    ({ ids }) => ({ kind: 'project', id: pick(ids.projects), reason: 'spam', text: long(1900) }),
  ),
  write(
    'PUT',
    ({ ids }) => `/blocks/${ids.person}`,
    () => ({ blocked: Math.random() < 0.5 }),
  ),
  write(
    'PUT',
    () => '/users/handle',
    () => ({ handle: `eve-${word()}` }),
  ),
  write(
    'PUT',
    () => '/projects/order',
    ({ own }) => ({ ids: shuffled(own.projects) }),
  ),
  write(
    'PUT',
    ({ own }) => `/projects/${pick(own.projects)}`,
    () => project(),
  ),
  write(
    'PATCH',
    ({ own }) => `/messages/${pick(own.messages)}`,
    () => ({ text: long(1900) }),
  ),
  write(
    'POST',
    () => '/push/subscriptions',
    () => ({ endpoint: `https://push.invalid/${word()}`, keys: PUSH_KEYS }),
  ),
  // Changes of what the account signs in with are mailed.
  write(
    'POST',
    () => '/users/second-factor/recovery-codes',
    ({ developer }) => ({ password: developer.password }),
  ),
  write(
    'PUT',
    () => '/users/email',
    ({ developer }) => ({ email: `${word()}@example.com`, password: developer.password }),
  ),
  read(() => `/messages/search?q=${word().slice(0, 2)}&limit=100`),
  read(() => `/messages/search?q=${NEARLY}&limit=100`),
  read(({ ids }) => `/messages/${ids.person}?limit=1000`),
  read(() => '/applications?limit=100'),
  read(() => '/messages/sync?after=0'),
  read(() => '/messages/users'),
  read(() => '/projects?limit=100'),
]

const offer = () => ({
  ...{ position: long(90), company: long(90), description: long(4900) },
  skills: Array.from({ length: 10 }, word),
})
const writeOffer = writeBy('recruiter')
const readOffer = readBy('recruiter')

export const OF_RECRUITER: Attack[] = [
  // Mostly the unbounded read.
  ...Array.from({ length: 4 }, () => readOffer(({ board }) => `/offers/${board.offer}/candidates`)),
  readOffer(({ board }) => `/offers/${board.offer}/candidates?status=pending`),
  readOffer(({ board }) => `/offers/cover-letter/${board.offer}/${pick(board.candidates)}`),
  readOffer(({ board }) => `/offers/${board.offer}/candidates/${pick(board.candidates)}/history`),
  readOffer(({ recruiter }) => `/offers/stats/${recruiter.id}/days`),
  readOffer(() => `/offers/mine?limit=100&q=${word().slice(0, 2)}`),
  readOffer(() => `/recruiters/people?q=${word().slice(0, 2)}`),
  readOffer(() => '/notifications?limit=100'),
  writeOffer(
    'PUT',
    ({ board }) => `/offers/${board.offer}/candidates/${pick(board.candidates)}`,
    () => ({ status: pick(['reviewed', 'interviewed', 'rejected', 'accepted']) }),
  ),
  writeOffer('POST', () => '/offers', offer),
  writeOffer('PUT', ({ board }) => `/offers/${board.offer}`, offer),
  writeOffer(
    'PATCH',
    ({ board }) => `/offers/${board.offer}/state`,
    () => ({ state: pick(['paused', 'published']) }),
  ),
  writeOffer(
    'PUT',
    () => '/recruiters/profile',
    () => ({ name: `Eve ${word()}`, description: long(490), contactEmail: `${word()}@example.com` }),
  ),
  writeOffer(
    'POST',
    () => '/recruiters/verification',
    () => ({ domain: `${word()}.invalid`, by: 'dns' }),
  ),
  writeOffer(
    'POST',
    ({ ids }) => `/messages/send/${ids.person}`,
    () => ({ text: long(1900), clientId: randomUUID() }),
  ),
]
