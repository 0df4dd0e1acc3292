export type FillProgress = {
  /** A step of unknown length. */
  log: (what: string) => void
  count: (what: string, done: number, total: number) => void
  end: (what: string) => void
}

const BAR = 30
const REDRAWN_MS = 100
const LINE_MS = 10_000

/** A progress bar on a terminal, a line every ten seconds elsewhere. */
export function createFillProgress(label: string, out = process.stderr): FillProgress {
  const started = performance.now()
  let writtenAt = Number.NEGATIVE_INFINITY
  const write = (text: string, { always = false } = {}) => {
    const now = performance.now()
    if (!always && now - writtenAt < (out.isTTY ? REDRAWN_MS : LINE_MS)) return
    writtenAt = now
    const line = `${label} ${Math.round((now - started) / 1000)} s ${text}`
    out.write(out.isTTY ? `\r\x1b[K${line}${always ? '\n' : ''}` : `${line}\n`)
  }
  return {
    log: (what) => write(what),
    count: (what, done, total) => {
      const share = Math.min(1, done / Math.max(1, total))
      const bar = '█'.repeat(Math.round(share * BAR)).padEnd(BAR, '░')
      write(`${bar} ${Math.floor(share * 100)} % ${what}: ${done.toLocaleString('en')}`)
    },
    end: (what) => write(what, { always: true }),
  }
}
