import { startCallClient } from './lib/call-client.ts'
import { openFilled } from './lib/engines.ts'
import { CROWDED, idOf, ownerOfOffer, sizesOf } from './lib/fill-rows.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 1000
const CALLS = 150
const CONNECTIONS = 4
const GOAL = 0.8
const WRITES = 9
const VISIBLE_MS = 1000

/** Row 4: `/offers` without cache, against React alone; and the delay until a write is visible. */
export async function firstRender(): Promise<Row[]> {
  const filled = await openFilled('SQLite', OFFERS, { isCopy: true })
  const ours = await startServer(SERVER, { ...filled.settings, PUBLIC_CACHE: 'on' })
  const bare = await startServer('bench/bare/render.ts', { OURS: ours.url })
  const client = startCallClient()
  let requested = 0
  // Part of the cache key, but without effect on a visitor's page.
  const fresh = () => {
    requested += 1
    return { path: `/offers?tab=${requested}` }
  }
  const measure = (url: string) => async () => {
    const calls = Array.from({ length: CALLS }, fresh)
    return (await client.run({ url, calls, connections: CONNECTIONS })).perSecond
  }
  try {
    const ratio = await interleaved(measure(ours.url), measure(bare.url))
    const sizes = sizesOf(OFFERS)
    const owner = idOf('recruiter', ownerOfOffer(CROWDED.offer, sizes))
    const visibleMs = await untilVisible(ours.url, await filled.signIn(owner, 'recruiter'))
    return [
      {
        number: 4,
        what: 'First render of /offers, pages/s',
        goal: `≥ ${GOAL}`,
        ratio,
        isMet: ratio.lower >= GOAL * 0.9,
      },
      {
        number: 4,
        what: `New page after a write, slowest of ${WRITES}`,
        goal: `≤ ${VISIBLE_MS} ms`,
        measured: `${visibleMs.toFixed(0)} ms`,
        isMet: visibleMs <= VISIBLE_MS,
      },
    ]
  } finally {
    client.stop()
    await ours.stop()
    await bare.stop()
    await filled.close()
  }
}

/** Adds offers and polls the first page until it shows each; returns the longest delay. */
async function untilVisible(url: string, token: string): Promise<number> {
  const [newest] = await (await fetch(`${url}/api/offers?limit=1`)).json()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let slowest = 0
  for (let n = 0; n < WRITES; n += 1) {
    const position = `Shown ${newest._id.slice(-4)} ${n} ${Date.now()}`
    const started = performance.now()
    const written = await fetch(`${url}/api/offers`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ position }) },
    })
    if (!written.ok) throw new Error(`The write returned ${written.status}`)
    while (!(await (await fetch(`${url}/offers`)).text()).includes(position)) {
      if (performance.now() - started > 10_000) throw new Error('The change is not visible')
    }
    slowest = Math.max(slowest, performance.now() - started)
  }
  return slowest
}
