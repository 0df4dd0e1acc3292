import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../scripts/engines.mjs'
import { readConfig } from '../config.ts'
import { openServices } from '../open-services.ts'
import { buildDeveloper } from '../test/builders.ts'
import { makeDatabase, requirePostgresUrl } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { runCommand } from '../test/operator.ts'
import { until } from '../test/until.ts'

const PROGRAM = findProgram('pgbouncer')
const folder = mkdtempSync(join(tmpdir(), 'puente-pgbouncer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const log = pino({ level: 'silent' })

/** Debian's, where it is installed: `apt-get install pgbouncer`. */
describe.runIf(PROGRAM)('behind PgBouncer in session mode', () => {
  let port = 0
  beforeAll(async () => {
    port = await freePort()
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'users'), '"puente" ""\n')
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'trust',
      auth_file: join(folder, 'users'),
      pool_mode: 'session',
      default_pool_size: 20,
    }
    const file = join(folder, 'pgbouncer.ini')
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
    const host = new URL(requirePostgresUrl()).searchParams.get('host')
    writeFileSync(file, ['[databases]', `* = host=${host}`, '[pgbouncer]', ...lines, ''].join('\n'))
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    const bouncer = spawn(PROGRAM ?? '', ['-q', ...user, file], { stdio: 'ignore' })
    return () => void bouncer.kill('SIGKILL')
  })

  const behindBouncer = async (isEmpty: boolean) => {
    const { pathname } = new URL(await makeDatabase(requirePostgresUrl(), { isEmpty }))
    return `postgres://puente@127.0.0.1:${port}${pathname}`
  }
  const settingsOf = (name: string, DATABASE_URL = '') => ({
    DATA_DIR: join(folder, name),
    DATABASE_URL,
    JWT_SECRET: 'behind PgBouncer '.repeat(3),
    MAIL: 'outbox',
  })
  const countUsers = async (settings: Record<string, string>) => {
    const services = await openServices(readConfig(settings), log)
    const users = await services.db.selectFrom('users').select('id').execute()
    await services.close()
    return users.length
  }

  test('a start migrates, a backup runs beside the server, a restore replaces the data, and --undo reverts it', async () => {
    const settings = settingsOf('postgres', await behindBouncer(true))
    const open = () => openServices(readConfig(settings), log)
    await until(() =>
      open().then(
        (services) => services.close().then(() => true),
        () => false,
      ),
    )
    const services = await open()
    // Its polls hold a connection, by which a restore detects the server.
    services.jobs.start()
    await buildDeveloper(services)
    const to = join(folder, 'backups')
    expect(await runCommand(settings, 'backup', '--to', to)).toMatchObject({ code: 0 })
    const doctor = await runCommand(settings, 'doctor')
    expect([doctor.code, doctor.out]).toEqual([0, expect.stringMatching(/^ok {7}database +PostgreSQL/m)])
    await buildDeveloper(services)

    const [name = ''] = readdirSync(to)
    const from = join(to, name)
    const beside = await runCommand(settings, 'restore', '--from', from)
    expect(beside).toMatchObject({ code: 1, err: expect.stringContaining('A server is using this database') })
    await services.close()
    expect(await runCommand(settings, 'restore', '--from', from)).toMatchObject({ code: 0 })
    expect(await countUsers(settings)).toBe(1)
    expect(await runCommand(settings, 'restore', '--undo')).toMatchObject({ code: 0 })
    expect(await countUsers(settings)).toBe(2)
  }, 120_000)

  test('db:move moves a data directory through it', async () => {
    const source = settingsOf('sqlite')
    const services = await openServices(readConfig(source), log)
    await buildDeveloper(services)
    await services.close()
    const url = await behindBouncer(true)
    expect(await runCommand(source, 'db:move', '--to', url)).toMatchObject({ code: 0 })
    expect(await countUsers(settingsOf('moved', url))).toBe(1)
  }, 120_000)
})
