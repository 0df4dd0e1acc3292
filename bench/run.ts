// `npm run bench [-- NAME …]`: measures the product against minimal ("bare") programs, and prints one line per goal:
// row | what | goal | measured (quartiles) | met. `--list` prints the names.
//
// A ratio is the median of per-round ratios over interleaved rounds (BENCH_ROUNDS, 9 by default); it meets its goal
// when the worse quartile is within a tenth of it. Servers run on core 0, clients on core 1. The first run of a bench
// fills its database with 1,000 to 1,000,000 offers and leaves it in the folder for temporary files. `board` and `web`
// need the demo data (`npm run demo` once, or DEMO_DATA_DIR) and a Chromium; `suite` runs only by name.

import { board } from './board.ts'
import { callBenches } from './calls.ts'
import { chat } from './chat.ts'
import { chatLatency } from './chat-latency.ts'
import { chatRows } from './chat-rows.ts'
import { connections } from './connections.ts'
import { erasures } from './erasures.ts'
import { firstRender } from './first-render.ts'
import { heavy } from './heavy.ts'
import { printHead, printRows, type Row } from './lib/table.ts'
import { offersList } from './offers-list.ts'
import { presence } from './presence.ts'
import { repeat } from './repeat.ts'
import { applicationsScale, scale } from './scale.ts'
import { searchAlone } from './search-alone.ts'
import { searchPostgres } from './search-postgres.ts'
import { size } from './size.ts'
import { start } from './start.ts'
import { suite } from './suite.ts'
import { twoProcesses } from './two-processes.ts'
import { upload } from './upload.ts'
import { web } from './web/web.ts'

const benches: Record<string, () => Promise<Row | Row[]>> = {
  'offers-list': offersList('SQLite'),
  'offers-list-postgres': offersList('PostgreSQL'),
  repeat,
  'first-render': firstRender,
  start,
  chat,
  'chat-rows': chatRows,
  'chat-latency': chatLatency,
  connections,
  presence,
  size: size('SQLite'),
  'size-postgres': size('PostgreSQL'),
  'search-postgres': searchPostgres,
  'search-alone': searchAlone,
  'two-processes': twoProcesses,
  heavy,
  web: web(),
  'web-100000': web(100_000),
  board,
  upload,
  scale: scale('SQLite'),
  'scale-postgres': scale('PostgreSQL'),
  applications: applicationsScale('SQLite'),
  'applications-postgres': applicationsScale('PostgreSQL'),
  'applications-1000': applicationsScale('SQLite', [1000]),
  'applications-1000-postgres': applicationsScale('PostgreSQL', [1000]),
  erasures: erasures('SQLite'),
  'erasures-postgres': erasures('PostgreSQL'),
  ...callBenches,
  suite,
}
/** Excluded by default: the whole test suite. */
const ONLY_BY_NAME = ['suite']

const requested = process.argv.slice(2)
if (requested.includes('--list')) {
  console.log(Object.keys(benches).join('\n'))
  process.exit(0)
}
const unknown = requested.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
printHead()
for (const [name, measure] of Object.entries(benches)) {
  const isSelected = requested.length > 0 ? requested.includes(name) : !ONLY_BY_NAME.includes(name)
  if (!isSelected) continue
  console.error(`measuring ${name} …`)
  try {
    printRows([await measure()].flat())
  } catch (error) {
    // The remaining benches still run.
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  }
}
