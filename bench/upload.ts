import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { peopleInSqlite } from './lib/people.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const MAX = 1.3
const SIDE = { width: 2600, height: 1950 }
const MIN_BYTES = 4.5e6

/** Row 13: upload of a photograph of nearly 5 MB with all variants, against sharp alone. */
export async function upload(): Promise<Row> {
  const { people, settings, remove } = await peopleInSqlite(2)
  const photo = await makePhoto()
  const ours = await startServer(SERVER, { ...settings, USER_QUOTA_MB: '2000' })
  const bare = await startServer('bench/bare/picture.ts', {})
  const timed = (url: string, init: () => RequestInit) => async () => {
    const started = performance.now()
    const response = await fetch(url, init())
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    return performance.now() - started
  }
  const form = () => {
    const body = new FormData()
    body.set('file', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg')
    return { method: 'POST', body, headers: { authorization: `Bearer ${people[0]?.token}` } }
  }
  const plain = () => ({ method: 'POST', body: photo, headers: { 'content-type': 'image/jpeg' } })
  try {
    const ratio = await interleaved(timed(`${ours.url}/api/upload`, form), timed(`${bare.url}/`, plain))
    const what = `Upload of a picture of ${(photo.length / 1e6).toFixed(1)} MB, ms`
    return { number: 13, what, goal: `≤ ${MAX}`, ratio, isMet: ratio.upper <= MAX / 0.9 }
  } finally {
    await ours.stop()
    await bare.stop()
    remove()
  }
}

/** Enlarged coarse noise: as hard to encode as a detailed photograph. */
export async function makePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const raw = { width: SIDE.width / 2, height: SIDE.height / 2, channels: 3 } as const
  const noise = randomBytes(raw.width * raw.height * raw.channels)
  for (let quality = 90; quality <= 100; quality += 1) {
    const photo = await sharp(noise, { raw }).resize(SIDE).jpeg({ quality }).toBuffer()
    if (photo.length > MIN_BYTES) return new Uint8Array(photo)
  }
  throw new Error('The photograph is too small')
}
