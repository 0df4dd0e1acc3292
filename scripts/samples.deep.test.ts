import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findProgram } from './engines.mjs'

/**
 * The samples of deploy/, each read by the program that it is for. Prometheus and promtool read the alerts in
 * server/operations/alerts.deep.test.ts; Caddy runs its sample in server/test/faults/proxy.scale.test.ts.
 */
const sample = (name: string) => readFileSync(join(import.meta.dirname, '..', 'deploy', name), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'puente-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(findProgram(program) ?? program, args, {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

test('systemd finds nothing wrong with its units (systemd-analyze verify)', () => {
  const program = join(folder, 'puente')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const units = ['puente.service', 'puente-backup.service', 'puente-backup.timer']
  for (const name of units) {
    // It looks whether what is started is there.
    writeFileSync(join(folder, name), sample(name).replaceAll('/srv/puente/current/bin/puente', program))
  }
  expect(run('systemd-analyze', 'verify', '--man=no', ...units)).toEqual({ status: 0, said: '' })
  writeFileSync(join(folder, 'bad.service'), sample('puente.service').replace('Restart=', 'Restrat='))
  expect(run('systemd-analyze', 'verify', '--man=no', 'bad.service').said).toContain('Restrat')
})

test('nginx accepts its sample (nginx -t)', () => {
  const certificate = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem', '-subj', '/CN=puente.example.com']
  expect(run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate).status).toBe(0)
  const ours = sample('nginx.conf')
    .replaceAll('/etc/ssl/puente/', `${folder}/`)
    // Its test opens them, and the ports may be taken.
    .replaceAll(/listen [^\s;]+/g, (_, at: number) => `listen unix:${join(folder, `${at}.sock`)}`)
  const check = (text: string) => {
    writeFileSync(join(folder, 'puente.conf'), text)
    writeFileSync(
      join(folder, 'nginx.conf'),
      'pid nginx.pid; error_log stderr; events {} http { access_log off; include puente.conf; }',
    )
    return run('nginx', '-t', '-q', '-p', folder, '-c', 'nginx.conf', '-e', 'stderr')
  }
  expect(check(ours)).toEqual({ status: 0, said: '' })
  expect(check(ours.replace('least_conn', 'least_con'))).toMatchObject({ status: 1 })
})
