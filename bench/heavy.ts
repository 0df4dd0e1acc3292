import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../server/lib/passwords.ts'
import { startCallClient } from './lib/call-client.ts'
import { type Filled, openFilled } from './lib/engines.ts'
import { idOf } from './lib/fill-rows.ts'
import { load } from './lib/load.ts'
import { type Running, SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'
import { makePhoto } from './upload.ts'

const OFFERS = 1000
const LIST = '/api/offers?limit=6'
const SECONDS = 4
const CONNECTIONS = 16
const MAX_P99 = 2.5
const MIN_LOGINS = 0.8
const LOGINS = 40
const LOGIN_CONNECTIONS = 8
const PERSON = { email: 'developer-0@example.com', password: 'Correct horse 4 battery' }

/** Row 13: the list beside log-ins and uploads, and the log-in rate. `upload` measures the upload itself. */
export async function heavy(): Promise<Row[]> {
  const filled = await openFilled('SQLite', OFFERS, { isCopy: true })
  const phc = await hashPassword(PERSON.password, 'bench')
  await filled.db.updateTable('users').set({ password_hash: phc }).where('email', '=', PERSON.email).execute()
  const ours = await startServer(SERVER, { ...filled.settings, USER_QUOTA_MB: '20000' })
  const bare = await startServer('bench/bare/verify.ts', { PHC: phc })
  try {
    return [await lists(filled, ours), await logins(ours, bare)]
  } finally {
    await ours.stop()
    await bare.stop()
    await filled.close()
  }
}

async function lists(filled: Filled, { url }: Running): Promise<Row> {
  const token = await filled.signIn(idOf('developer', 1), 'developer')
  const photo = await makePhoto()
  const peak = await load({ url: url + LIST, connections: CONNECTIONS, seconds: SECONDS })
  const perSecond = peak.requestsPerSecond / 2
  const failures: string[] = []
  const p99 = async () => {
    const measured = await load({ url: url + LIST, connections: CONNECTIONS, seconds: SECONDS, perSecond })
    if (measured.failures > 0) failures.push(`${measured.failures} lists`)
    return measured.p99Ms
  }
  const beside = async () => {
    const end = new AbortController()
    const heavyWork = [
      repeatedly(100, end.signal, () => post(`${url}/api/users/login`, JSON.stringify(PERSON))),
      repeatedly(1000, end.signal, () => {
        const form = new FormData()
        form.set('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
        return post(`${url}/api/upload`, form, token)
      }),
    ]
    const measured = await p99()
    end.abort()
    failures.push(...(await Promise.all(heavyWork)).flat())
    return measured
  }
  const ratio = await interleaved(beside, p99)
  return {
    number: 13,
    what: `p99 of the list at ${Math.round(perSecond)}/s beside 10 log-ins and an upload per second; failures: ${failures.join(', ') || 'none'}`,
    goal: `≤ ${MAX_P99}, no failure`,
    ratio,
    isMet: ratio.upper <= MAX_P99 / 0.9 && failures.length === 0,
  }
}

async function logins(ours: Running, bare: Running): Promise<Row> {
  const client = startCallClient()
  const calls = Array.from({ length: LOGINS }, () => ({
    ...{ method: 'POST', path: '/api/users/login', body: PERSON },
  }))
  const measure =
    ({ url }: Running) =>
    async () =>
      (await client.run({ url, calls, connections: LOGIN_CONNECTIONS })).perSecond
  const ratio = await interleaved(measure(ours), measure(bare)).finally(client.stop)
  return {
    number: 13,
    what: 'Log-ins/s',
    goal: `≥ ${MIN_LOGINS}`,
    ratio,
    isMet: ratio.lower >= MIN_LOGINS * 0.9,
  }
}

/** Starts one per interval, without waiting for the previous one; returns the failures. */
async function repeatedly(
  everyMs: number,
  end: AbortSignal,
  work: () => Promise<string | undefined>,
): Promise<string[]> {
  const pending: Promise<string | undefined>[] = []
  while (!end.aborted) {
    pending.push(work())
    await sleep(everyMs)
  }
  return (await Promise.all(pending)).filter((failure) => failure !== undefined)
}

/** A description of the failure, if any. */
async function post(url: string, body: string | FormData, token?: string): Promise<string | undefined> {
  const headers = {
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  return response.ok ? undefined : `${new URL(url).pathname} ${response.status} ${text.slice(0, 80)}`
}
