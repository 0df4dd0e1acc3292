import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PROJECT } from './lib/processes.ts'
import type { Row } from './lib/table.ts'

const MAX_MINUTES = 10

/** Row 18: the time of `npm test`; its output goes to stderr. */
export async function suite(): Promise<Row> {
  const started = performance.now()
  const child = spawn('npm', ['test'], { cwd: PROJECT, stdio: ['ignore', process.stderr, process.stderr] })
  const [code] = await once(child, 'exit')
  const minutes = (performance.now() - started) / 60_000
  return {
    number: 18,
    what: 'npm test',
    goal: `≤ ${MAX_MINUTES} min, green`,
    measured: `${minutes.toFixed(1)} min, exit code ${code}`,
    isMet: code === 0 && minutes <= MAX_MINUTES,
  }
}
