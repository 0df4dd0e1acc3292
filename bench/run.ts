// `npm run bench [-- offers-list start web …]`: what things cost, as ratios against bare programs; `--list` names them.

import { board } from './board.ts'
import { callBenches } from './calls.ts'
import { chat } from './chat.ts'
import { chatLatency } from './chat-latency.ts'
import { chatRows } from './chat-rows.ts'
import { connections } from './connections.ts'
import { firstRender } from './first-render.ts'
import { heavy } from './heavy.ts'
import { printHead, printRows, type Row } from './lib/table.ts'
import { offersList } from './offers-list.ts'
import { presence } from './presence.ts'
import { repeat } from './repeat.ts'
import { scale } from './scale.ts'
import { searchAlone } from './search-alone.ts'
import { searchPostgres } from './search-postgres.ts'
import { size } from './size.ts'
import { start } from './start.ts'
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
  ...callBenches,
}

const asked = process.argv.slice(2)
if (asked.includes('--list')) {
  console.log(Object.keys(benches).join('\n'))
  process.exit(0)
}
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
printHead()
for (const [name, measure] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`measuring ${name} …`)
  try {
    printRows([await measure()].flat())
  } catch (error) {
    // The others may take long, and are worth having.
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  }
}
