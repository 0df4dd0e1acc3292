import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { findProgram } from '../scripts/engines.mjs'
import { freePort } from '../server/test/free-port.ts'

/**
 * The samples, each checked by its program. Prometheus and promtool check the alerts in
 * server/operations/alerts.deep.test.ts; Caddy runs its sample in server/test/faults/proxy.scale.test.ts.
 */
const sample = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'puente-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(findProgram(program) ?? program, args, {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

test('the units of systemd are valid (systemd-analyze verify)', () => {
  const program = join(folder, 'puente')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const units = ['puente.service', 'puente-backup.service', 'puente-backup.timer']
  for (const name of units) {
    // It checks that the started programs exist.
    writeFileSync(join(folder, name), sample(name).replaceAll('/srv/puente/current/bin/puente', program))
  }
  expect(run('systemd-analyze', 'verify', '--man=no', ...units)).toEqual({ status: 0, said: '' })
  writeFileSync(join(folder, 'bad.service'), sample('puente.service').replace('Restart=', 'Restrat='))
  expect(run('systemd-analyze', 'verify', '--man=no', 'bad.service').said).toContain('Restrat')
})

test('nginx accepts its sample (nginx -t)', () => {
  makeCertificate()
  const ours = sample('nginx.conf')
    .replaceAll('/etc/ssl/puente/', `${folder}/`)
    // Its test binds them, and the ports may be in use.
    .replaceAll(/listen [^\s;]+/g, (_, at: number) => `listen unix:${join(folder, `${at}.sock`)}`)
  const check = (settings: string) => run('nginx', '-t', '-q', ...settingsOf(settings))
  expect(check(ours)).toEqual({ status: 0, said: '' })
  expect(check(ours.replace('least_conn', 'least_con'))).toMatchObject({ status: 1 })
})

test('nginx caps the connections of one address, and serves the others (X5)', async () => {
  makeCertificate()
  const slow = createServer((request, response) => {
    if (request.url === '/now') response.end('ok')
  })
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  onTestFinished(() => {
    slow.close()
    slow.closeAllConnections()
  })
  const [port, plainPort] = [await freePort(), await freePort()]
  const ours = sample('nginx.conf')
    .replaceAll('/etc/ssl/puente/', `${folder}/`)
    .replaceAll(/^\tlisten \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace('127.0.0.1:3001', `127.0.0.1:${(slow.address() as AddressInfo).port}`)
    .replace(/^\tserver 127\.0\.0\.1:3002.*\n/m, '')
  const nginx = spawn(findProgram('nginx') ?? 'nginx', ['-g', 'daemon off;', ...settingsOf(ours)], {
    cwd: folder,
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (nginx.kill('SIGTERM')) await once(nginx, 'exit')
  })
  const statusFor = async (localAddress: string) => {
    const [response] = await once(send(port, '/now', localAddress), 'response')
    return response.resume().statusCode
  }
  await vi.waitFor(async () => expect(await statusFor('127.0.0.2')).toBe(200), 10_000)

  const pending = Array.from({ length: MAX_CONNECTIONS }, () => send(port, '/slow'))
  onTestFinished(() => {
    for (const request of pending) request.destroy()
  })
  await vi.waitFor(async () => expect(await statusFor('127.0.0.1')).toBe(429), 10_000)
  expect(await statusFor('127.0.0.2')).toBe(200)

  pending[0]?.destroy()
  await vi.waitFor(async () => expect(await statusFor('127.0.0.1')).toBe(200), 10_000)
}, 60_000)

const MAX_CONNECTIONS = 256

function makeCertificate(): void {
  const certificate = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem', '-subj', '/CN=puente.example.com']
  expect(run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate).status).toBe(0)
}

/** Writes the settings around a sample, and returns the options of nginx for them. */
function settingsOf(settings: string): string[] {
  writeFileSync(join(folder, 'puente.conf'), settings)
  writeFileSync(
    join(folder, 'nginx.conf'),
    'pid nginx.pid; error_log stderr; events { worker_connections 4096; } http { access_log off; include puente.conf; }',
  )
  return ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr']
}

/** Sends a request without checking the certificate. */
function send(port: number, path: string, localAddress = '127.0.0.1') {
  const request = get({
    ...{ host: '127.0.0.1', port, path, localAddress, agent: false },
    ...{ servername: 'puente.example.com', rejectUnauthorized: false },
    headers: { host: 'puente.example.com' },
  })
  return request.on('error', () => {})
}
