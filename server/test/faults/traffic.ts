import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { STATUSES } from '#contract/applications.ts'
import type { Services } from '../../services.ts'
import { buildDeveloper, buildOffer, buildRecruiter, PASSWORD, type Person } from '../builders.ts'
import { send } from '../security/send.ts'
import type { openWriteLedger } from './write-ledger.ts'

type WriteLedger = ReturnType<typeof openWriteLedger>
const RETRY_MS = 30
const SPARES = 30
const TO_REPORT = 10

const png = await sharp({ create: { width: 12, height: 12, channels: 3, background: '#24c' } })
  .png()
  .toBuffer()
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const month = { startDate: '2020-01', endDate: null }

/** A developer and a recruiter for all actions, and others for actions that are possible once. */
export async function buildActors(services: Services) {
  const [dev, rec] = [await buildDeveloper(services), await buildRecruiter(services)]
  const stranger = await buildDeveloper(services)
  const spares: Person[] = []
  for (let n = 0; n < SPARES; n += 1) spares.push(await buildDeveloper(services))
  const toReport: string[] = []
  for (let n = 0; n < TO_REPORT; n += 1) toReport.push(await buildOffer(services, rec))
  return { dev, rec, stranger, spares, toReport }
}
export type Actors = Awaited<ReturnType<typeof buildActors>>

/** A repeated random permutation: uniform, so that a short run covers most kinds. */
export function createShuffle() {
  let waiting: number[] = []
  return (length: number): number => {
    if (waiting.length === 0) waiting = [...Array(length).keys()].toSorted(() => Math.random() - 0.5)
    return waiting.pop() ?? 0
  }
}

/** Sequential writes of alternating kinds, until stopped. */
export function startTraffic(url: string, ledger: WriteLedger, actors: Actors, nextIndex = createShuffle()) {
  const { dev, rec, stranger, spares, toReport } = actors
  let isOver = false
  const made = { projects: [] as string[], offers: [] as string[], applied: [] as string[] }
  const state = { name: 0 }
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
  const as = (person: Person | undefined) => person?.token
  const call =
    (name: string, body: unknown, who: Person | undefined, params?: Record<string, string>) => () =>
      send(url, name, { params, body }, as(who))

  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const title = `P ${randomUUID()}`
      const response = await ledger.write(
        'project',
        title,
        'there',
        call('POST /projects', { title, category: 'Backend', year: 2024 }, dev),
      )
      if (response) made.projects.push(String(response._id))
      if (response && Math.random() < 0.2) {
        made.projects.pop()
        await ledger.write(
          'project',
          title,
          'deleted',
          call('PUT /projects/:id/soft-delete', {}, dev, { id: String(response._id) }),
        )
      }
    },
    async () => {
      const [id, description] = [pick(made.projects), randomUUID()]
      if (id)
        await ledger.write(
          'project text',
          id,
          description,
          call('PUT /projects/:id', { description }, dev, { id }),
        )
    },
    async () => {
      const company = randomUUID()
      await ledger.write(
        'experience',
        company,
        'there',
        call('POST /experiences', { company, position: 'Keeper', ...month }, dev),
      )
    },
    async () => {
      const degree = randomUUID()
      await ledger.write(
        'study',
        degree,
        'there',
        call('POST /studies', { degree, instituteName: 'USC', ...month }, dev),
      )
    },
    async () => {
      const position = `O ${randomUUID()}`
      const response = await ledger.write(
        'offer',
        position,
        'there',
        call('POST /offers', { position, skills: ['Go'] }, rec),
      )
      if (response) made.offers.push(String(response._id))
    },
    async () => {
      const [id, description] = [pick(made.offers), randomUUID()]
      if (id)
        await ledger.write(
          'offer text',
          id,
          description,
          call('PUT /offers/:id', { description }, rec, { id }),
        )
    },
    async () => {
      const id = made.offers.find((offer) => !made.applied.includes(offer))
      if (!id) return
      const body = { phone: '+34 600 000 000', coverLetter: randomUUID(), gdprAccepted: true }
      const apply = () =>
        call('POST /offers/:id/apply', body, dev, { id })().then((response) =>
          // An earlier attempt without a response may have done it.
          response.status === 409 ? new Response('{}') : response,
        )
      if (await ledger.write('application', `${id} ${dev.id}`, body.coverLetter, apply)) made.applied.push(id)
      else made.offers.splice(made.offers.indexOf(id), 1)
    },
    async () => {
      const [id, status] = [pick(made.applied), pick(STATUSES) ?? 'pending']
      const params = { id: id ?? '', candidateId: dev.id }
      if (id)
        await ledger.write(
          'status',
          `${id} ${dev.id}`,
          status,
          call('PUT /offers/:id/candidates/:candidateId', { status }, rec, params),
        )
    },
    async () => {
      const [id, liked] = [pick(made.projects), Math.random() < 0.6]
      if (id)
        await ledger.write(
          'like',
          `${id} ${rec.id}`,
          String(liked),
          call('POST /projects/:id/like', { liked }, rec, { id }),
        )
    },
    async () => {
      const [clientId, text] = [randomUUID(), `M ${randomUUID()}`]
      const [from, to] = Math.random() < 0.5 ? [dev, rec] : [rec, dev]
      await ledger.write(
        'message',
        clientId,
        text,
        call('POST /messages/send/:id', { text, clientId }, from, { id: to.id }),
      )
    },
    async () => {
      const params = { id: rec.id }
      const response = await call('POST /messages/send/:id', { text: 'Frist' }, dev, params)().catch(
        () => undefined,
      )
      const sent = (await response?.json().catch(() => undefined)) as { _id?: string } | undefined
      if (response?.status !== 201 || sent?._id === undefined) return
      const id = sent._id
      if (Math.random() < 0.3) {
        const remove = call('DELETE /messages/:id', undefined, dev, { id })
        return void (await ledger.write('removal', id, 'removed', remove))
      }
      const text = `E ${randomUUID()}`
      await ledger.write('edit', id, text, call('PATCH /messages/:id', { text }, dev, { id }))
      const muted = Math.random() < 0.5
      const mute = call('PUT /messages/:id/mute', { muted }, dev, params)
      await ledger.write('mute', `${dev.id} ${rec.id}`, String(muted), mute)
    },
    async () => {
      const spare = spares.length > SPARES / 2 ? spares.pop() : undefined
      if (!spare) return
      const key = `${spare.id} ${rec.id}`
      const ask = call('POST /messages/send/:id', { text: 'A job' }, rec, { id: spare.id })
      if (!(await ledger.write('request', key, 'asked', ask))) return
      const accept = Math.random() < 0.5
      const answer = call('PUT /messages/:id/request', { accept }, spare, { id: rec.id })
      await ledger.write('request', key, accept ? 'accepted' : 'declined', answer)
    },
    async () => {
      const blocked = Math.random() < 0.6
      const block = call('PUT /blocks/:id', { blocked }, dev, { id: stranger.id })
      await ledger.write('block', `${dev.id} ${stranger.id}`, String(blocked), block)
    },
    async () => {
      // Possible once: an attempt without a response may have succeeded.
      const id = toReport.pop()
      if (!id) return
      const body = { kind: 'offer', id, reason: 'spam', text: randomUUID() }
      await ledger.write('report', `${id} ${dev.id}`, body.text, call('POST /reports', body, dev))
    },
    async () => {
      const signals = Math.random() < 0.5
      await ledger.write('signals', dev.id, String(signals), call('PUT /messages/settings', { signals }, dev))
    },
    async () => {
      state.name += 1
      const name = `Ana ${state.name}`
      await ledger.write('name', dev.id, name, call('PUT /settings/profile', { name }, dev))
    },
    async () => {
      const [subject, message] = [randomUUID(), randomUUID()]
      const body = { name: 'Ana', email: 'a@example.com', category: 'bug', subject, message }
      await ledger.write('ticket', subject, message, call('POST /contact', body, undefined))
    },
    async () => {
      const isPicture = Math.random() < 0.7
      const response = await call(
        isPicture ? 'POST /upload' : 'POST /upload-pdf',
        isPicture ? png : pdf,
        dev,
      )().catch(() => undefined)
      const body = await response?.json().catch(() => undefined)
      const name = /files\/([\w.-]+)$/.exec(
        String((body as { secure_urls?: string[] } | undefined)?.secure_urls?.[0]),
      )?.[1]
      if (name) ledger.note('file', name, 'there')
    },
    async () => {
      const email = `${randomUUID()}@example.com`
      const body = { name: 'Ana', surname: 'P', email, password: PASSWORD, 'confirm-password': PASSWORD }
      const response = await ledger.write(
        'account',
        email,
        'there',
        call('POST /users/register', body, undefined),
      )
      if (response)
        await ledger.write(
          'reset mail',
          email,
          'there',
          call('POST /users/forgot-password', { email }, undefined),
        )
    },
    async () => {
      const spare = Math.random() < 0.2 ? spares.pop() : undefined
      if (!spare) return
      const body = { oldPassword: PASSWORD, newPassword: `Other-${spare.id}` }
      await ledger.write(
        'password',
        spare.id,
        body.newPassword,
        call('PUT /settings/change-password', body, spare),
      )
    },
    async () => {
      const spare = Math.random() < 0.2 ? spares.pop() : undefined
      const [, payload = ''] = spare?.token.split('.') ?? []
      if (!spare) return
      const { sid }: { sid: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
      await ledger.write('sign-in', sid, 'ended', call('POST /users/logout', {}, spare))
    },
    async () => {
      const spare = Math.random() < 0.2 ? spares.pop() : undefined
      if (spare)
        await ledger.write(
          'left',
          spare.id,
          'left',
          call('PUT /settings/delete-account/soft-delete', {}, spare),
        )
    },
  ]

  async function run(): Promise<void> {
    while (!isOver) {
      const before = ledger.responses()
      await acts[nextIndex(acts.length)]?.()
      // Pauses during an outage.
      if (ledger.responses() === before) await wait(RETRY_MS)
    }
  }
  const running = run()
  return {
    stop: () => {
      isOver = true
      return running
    },
  }
}
