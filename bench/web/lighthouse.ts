import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROJECT } from '../lib/processes.ts'

/** Not a dependency: it is 120 MB and for this bench only; `npm exec` caches it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const ATTEMPTS = 3
/** Chromium loses events of its trace in one audit of a few dozen, whatever the page. */
const LOST_TRACE = ['NO_NAVSTART', 'NO_TRACING_STARTED']
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run'

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'
export type Audit = {
  /** Of 100. */
  scores: Record<Category, number>
  requests: number
  blockingMs: number
  shift: number
  fontBytes: number
}

type Report = {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; details?: { items?: unknown[] } }>
}

/** Lighthouse with its default mobile emulation, in the given browser; again if the trace was lost. */
export async function audit(browser: string, address: string): Promise<Audit> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return auditOf(await run(browser, address), address)
    } catch (error) {
      // It then ends with code 1 and truncated output.
      const [, code = ''] =
        /^Runtime error encountered: .*\((\w+)\)$/m.exec((error as Failed).stderr ?? '') ?? []
      if (attempt === ATTEMPTS || !LOST_TRACE.includes(code)) throw error
      console.error(`${address}: ${code}, another attempt`)
    }
  }
}

type Failed = { stderr?: string }

async function run(browser: string, address: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      address,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=${FLAGS}`,
    ],
    { cwd: PROJECT, env: { ...process.env, CHROME_PATH: browser }, maxBuffer: MAX_OUTPUT_BYTES },
  )
  return JSON.parse(stdout)
}

function auditOf(report: Report, address: string): Audit {
  for (const [name, { score, auditRefs }] of Object.entries(report.categories)) {
    const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
    if (score < 1 && failed.length > 0)
      console.error(`${address}, ${name}: ${failed.map(({ id }) => id).join(', ')}`)
  }
  const number = (id: string) => report.audits[id]?.numericValue ?? 0
  const requests = (report.audits['network-requests']?.details?.items ?? []) as {
    resourceType: string
    transferSize: number
    url: string
    mimeType: string
  }[]
  const score = (category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100)
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    // Without pictures, which load lazily.
    requests: requests.filter(
      ({ resourceType, mimeType, url }) =>
        !mimeType.startsWith('image/') && resourceType !== 'Manifest' && url.startsWith('http'),
    ).length,
    blockingMs: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    fontBytes: requests
      .filter(({ resourceType }) => resourceType === 'Font')
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
  }
}
