import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../server/test/free-port.ts'

const root = join(import.meta.dirname, '..')
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const host = mkdtempSync(join(tmpdir(), 'puente-release-'))
afterAll(() => rmSync(host, { recursive: true, force: true }))

const made = join(host, 'made')
const installed = join(host, 'srv')
const current = join(installed, 'current')
const puente = join(current, 'bin', 'puente')
const PATH = [join(process.execPath, '..'), process.env.PATH].join(delimiter)
let name: string

/** The steps of docs/operations.md: unpack, link the settings beside the release, switch the link. */
beforeAll(async () => {
  const release = spawn(process.execPath, ['scripts/release.mjs', '--without-node', '--out', made], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(await once(release, 'exit')).toEqual([0, null])
  name =
    readdirSync(made)
      .find((file) => file.endsWith('.tar.gz'))
      ?.slice(0, -'.tar.gz'.length) ?? ''
  mkdirSync(installed)
  const unpacked = spawnSync('tar', ['-xzf', join(made, `${name}.tar.gz`), '-C', installed])
  expect(unpacked.status).toBe(0)
  writeFileSync(join(installed, '.env'), `PORT=${await freePort()}\nDATA_DIR=data\n`)
  symlinkSync(name, current)
}, 240_000)

let server: ChildProcess | undefined
/** The time of the last start until it listened. */
let said = ''
afterEach(() => stop())

/** Starts the linked release; resolves with its address. */
function start(): Promise<string> {
  const child = spawn(puente, ['start'], { cwd: '/', env: { PATH }, stdio: ['ignore', 'pipe', 'inherit'] })
  server = child
  said = ''
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, address] = /listens on ([^\s"]+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    child.once('close', () => reject(new Error(`The server ended: ${said}`)))
  })
}

async function stop(): Promise<void> {
  const child = server
  server = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
}

test('doctor finds no failure before the first start', () => {
  const { status, stdout } = spawnSync(puente, ['doctor'], { cwd: '/', env: { PATH }, encoding: 'utf8' })
  expect(stdout).toMatch(/^warning {2}database +nothing has been started/m)
  expect(stdout).not.toMatch(/^FAILED/m)
  expect(status).toBe(0)
})

test('the unpacked archive starts, serves pages and reports its version, with nothing installed', async () => {
  const url = await start()
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ version })
  const page = await fetch(url)
  expect(page.status).toBe(200)
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? []
  expect((await fetch(url + script)).status).toBe(200)
  expect(existsSync(join(installed, 'data', 'puente.db'))).toBe(true)
  expect(said).toContain(
    'the home page multiplies its counts by 100; HOME_STATS_FACTOR=1 shows the true numbers',
  )
  expect(said).toContain('links in mails lead people to their own machine')
})

/** Polls continuously; `stop` returns the longest time without a response, in ms. */
function watchGaps(url: string): { stop: () => Promise<number> } {
  let [last, longestMs, isOver] = [performance.now(), 0, false]
  const watching = (async () => {
    while (!isOver) {
      if ((await fetch(url).catch(() => undefined))?.ok) {
        longestMs = Math.max(longestMs, performance.now() - last)
        last = performance.now()
      }
      await wait(10)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      return longestMs
    },
  }
}

test('an update switches a link and restarts within seconds; settings and data stay', async () => {
  const first = await start()
  const password = 'Quiet-river-42'
  const account = { name: 'Ana', surname: 'Ruiz', email: 'ana@example.com', password }
  const body = JSON.stringify({ ...account, 'confirm-password': password, role: 'developer' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${first}/api/users/register`, { method: 'POST', headers, body })).status).toBe(201)

  const next = join(installed, `${name}-next`)
  expect(spawnSync('cp', ['-al', join(installed, name), next]).status).toBe(0)
  const gaps = watchGaps(first)
  unlinkSync(current)
  symlinkSync(next, current)
  await stop()
  const second = await start()
  expect((await fetch(second)).ok).toBe(true)
  const gapMs = await gaps.stop()
  console.log(`an update: ${Math.round(gapMs)} ms without a page`)
  expect(gapMs).toBeLessThan(10_000)
  expect((await fetch(`${second}/api/users/register`, { method: 'POST', headers, body })).status).toBe(409)
  expect(existsSync(join(next, 'data'))).toBe(false)
})

test('operator commands work from any folder', () => {
  const { status, stdout } = spawnSync(puente, ['backup', '--to', join(host, 'backups')], {
    cwd: '/',
    env: { PATH },
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/^Backup complete: /m)
  expect(status).toBe(0)
})

test('the checksum matches the archive, and the SBOM lists its content', () => {
  expect(spawnSync('sha256sum', ['-c', `${name}.tar.gz.sha256`], { cwd: made }).status).toBe(0)
  const { metadata, components } = JSON.parse(readFileSync(join(made, `${name}.cdx.json`), 'utf8'))
  expect(metadata.component).toMatchObject({ name: 'puente', version })
  const names = components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  )
  expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'react']))
})

test('the archive contains what docs/operations.md links to, except files that build from the sources', () => {
  const docs = join(installed, name, 'docs')
  const text = readFileSync(join(docs, 'operations.md'), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(10)
  const missing = new Set(links.filter((path) => !existsSync(join(docs, path))))
  expect([...missing].sort()).toEqual(['../Dockerfile', '../compose.yaml'])
})

test('the archive contains no development package and no settings', () => {
  const packages = readdirSync(join(installed, name, 'node_modules'))
  expect(packages).toContain('fastify')
  expect(packages.filter((one) => ['vite', 'vitest', 'typescript', 'react', 'node'].includes(one))).toEqual(
    [],
  )
  expect(readdirSync(join(installed, name))).not.toContain('.env')
})
