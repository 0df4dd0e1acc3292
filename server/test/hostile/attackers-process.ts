// Two attackers as a process of their own: a visitor and a person with an account, each with the worst calls that the
// contract allows. It receives a `Plan`, attacks until told to stop, and sends how often it got each status.

import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'

export type Plan = {
  url: string
  ids: { developer: string; project: string; offer: string }
  account: { id: string; token: string; email: string }
  /** A picture as costly as uploads and chats take it. */
  pictures: { upload: string; chat: string }
}
type Attack = (plan: Plan) => Promise<{ status: number }>

const VISITOR = '203.0.113.66'
const PERSON = '198.18.0.66'
/** Calls of each attacker at the same time. */
const PARALLEL = 20
const SLOW_READERS = 40

const word = () => randomBytes(6).toString('hex')
/** Costs quadratic time where a text is normalised before it is measured. */
const marks = (bytes: number) => `a${'\u0f73\u0f75'.repeat(bytes / 6)}`
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
    call(VISITOR, plan.url + path(plan))
const post =
  (path: string, body: (plan: Plan) => object): Attack =>
  (plan) =>
    call(VISITOR, `${plan.url}/api${path}`, { method: 'POST', body: JSON.stringify(body(plan)) })

const OF_VISITOR: Attack[] = [
  get(() => `/?${word()}=${word()}`),
  get(() => `/projects?page=${word()}&${word()}`),
  get(({ ids }) => `/%70rofile/${ids.developer}?${word()}`),
  get(({ ids }) => `/api/devs/${ids.developer}?${word()}=1`),
  get(({ ids }) => `/api/offers/${ids.offer}?${word()}`),
  get(() => `/api/projects?limit=100&page=${Math.ceil(Math.random() * 900)}&${word()}`),
  get(() => `/api/projects/search?limit=100&q=${word().slice(0, 2)}`),
  get(() => `/api/offers/search?limit=100&q=${'e '.repeat(40)}`),
  get(() => `/api/devs?limit=100&skills=${Array.from({ length: 30 }, word)}`),
  get(() => `/api/openapi.json?${word()}`),
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
  post('/users/login', ({ account }) => ({ email: account.email, password: word() })),
  post('/users/login', () => ({ email: `${word()}@example.com`, password: word() })),
  post('/users/forgot-password', ({ account }) => ({ email: account.email })),
]

const write =
  (method: string, path: (plan: Plan) => string, body: (plan: Plan) => object): Attack =>
  (plan) =>
    call(
      PERSON,
      `${plan.url}/api${path(plan)}`,
      { method, body: JSON.stringify(body(plan)) },
      plan.account.token,
    )
const read =
  (path: string): Attack =>
  (plan) =>
    call(PERSON, `${plan.url}/api${path}`, {}, plan.account.token)

const project = () => ({
  ...{ title: long(90), category: 'Backend', year: 2024, description: long(4900) },
  projectSkills: Array.from({ length: 20 }, word),
  codeSections: Array.from({ length: 10 }, () => long(4900)),
})

const OF_PERSON: Attack[] = [
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
    ({ ids }) => `/messages/send/${ids.developer}`,
    () => ({ text: long(1900), clientId: randomUUID() }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.developer}`,
    () => ({ text: marks(240_000) }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.developer}`,
    ({ pictures }) => ({ text: '', image: pictures.chat }),
  ),
  write(
    'POST',
    ({ ids }) => `/messages/send/${ids.developer}`,
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
  (plan) => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.from(plan.pictures.upload, 'base64')]), 'a.png')
    return call(PERSON, `${plan.url}/api/upload`, { method: 'POST', body: form }, plan.account.token)
  },
  read('/messages/sync?after=0'),
  read('/messages/users'),
  read('/projects?limit=100'),
]

/** Asks for long answers and reads none of them. */
function readNothing({ url }: Plan): void {
  const { hostname, port } = new URL(url)
  for (let count = 0; count < SLOW_READERS; count += 1) {
    const socket = connect(Number(port), hostname, () => {
      const request = `GET /api/projects?limit=100 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${VISITOR}\r\n\r\n`
      socket.write(request.repeat(50))
    })
    socket.pause()
    socket.on('error', () => {})
  }
}

function floodSockets({ url, account }: Plan): NodeJS.Timeout {
  const open = () =>
    io(url, {
      ...{
        forceNew: true,
        reconnection: false,
        query: { userId: account.id },
        auth: { token: account.token },
      },
      extraHeaders: { 'x-forwarded-for': PERSON },
    })
  let sockets = [open(), open()]
  return setInterval(() => {
    sockets = sockets.map((socket) => (socket.disconnected ? open() : socket))
    for (const socket of sockets)
      for (let count = 0; count < 20; count += 1) socket.emit('sync', { after: 0 })
  }, 200)
}

process.once('message', async (plan: Plan) => {
  // A real attacker has a machine of their own.
  setPriority(10)
  const statuses: Record<string, number> = {}
  let isOver = false
  process.once('message', () => {
    isOver = true
  })
  readNothing(plan)
  const flood = floodSockets(plan)
  const attack = async (attacks: Attack[], start: number) => {
    for (let turn = start; !isOver; turn += 1) {
      const { status } = (await attacks[turn % attacks.length]?.(plan).catch(() => undefined)) ?? {
        status: 'none',
      }
      statuses[status] = (statuses[status] ?? 0) + 1
      // Refused connections would only heat this process.
      if (status === 'none') await wait(50)
    }
  }
  const all = [OF_VISITOR, OF_PERSON].flatMap((attacks) =>
    Array.from({ length: PARALLEL }, (_, start) => attack(attacks, start)),
  )
  await Promise.all(all)
  clearInterval(flood)
  process.send?.(statuses, () => process.exit())
})
process.on('disconnect', () => process.exit())
