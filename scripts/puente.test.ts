import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../server/lib/db.ts'
import { migrate } from '../server/migrations/migrate.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'puente-production-'))
const npmCalls = join(folder, 'npm-was-called')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const built = join(folder, 'dist', 'server')

/** An install without development packages, as on a production host, with an `npm` that only records its calls. */
beforeAll(() => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const path of ['package.json', 'package-lock.json', 'bin', 'scripts']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  mkdirSync(join(folder, 'tools'))
  writeFileSync(join(folder, 'tools', 'npm'), `#!/bin/sh\necho "$@" >> ${npmCalls}\n`, { mode: 0o755 })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const build = ['build', '--config', 'vite.server.config.ts', '--logLevel', 'error', '--outDir', built]
  expect(run(process.execPath, [vite, ...build], { cwd: root })).toMatchObject({ code: 0 })
}, 60_000)

/** Runs a program to its end: its exit code and output. */
function run(program: string, args: string[], { cwd = folder, env = {} } = {}) {
  const path = [join(folder, 'tools'), join(process.execPath, '..'), process.env.PATH].join(delimiter)
  const options = { cwd, env: { PATH: path, ...env }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(program, args, options)
  return { code: status, said: stdout + stderr }
}

async function makeData(name: string): Promise<string> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { mode: 0o700 })
  const database = openSqlite(join(dataDir, 'puente.db'))
  await migrate(database)
  await database.close()
  return dataDir
}

describe('in an install without development packages', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  test.each(['backup', 'restore', 'db:move', 'export-user', 'erase-user', 'reactivate-user'])(
    'npm run %s installs nothing and runs the built program',
    (name) => {
      const before = readdirSync(join(folder, 'node_modules')).sort()
      const { said } = run('sh', ['-c', scripts[name]])
      expect(said).toMatch(/^puente: (Usage|EMAIL)/m)
      expect(existsSync(npmCalls)).toBe(false)
      expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual(before)
    },
  )

  test('`puente backup` makes a backup of the data directory that .env names, from any folder', async () => {
    await makeData('stored')
    writeFileSync(join(folder, '.env'), 'DATA_DIR=stored\n')
    const puente = join(folder, 'bin', 'puente.mjs')
    const { code, said } = run(puente, ['backup', '--to', 'backups'], { cwd: join(folder, 'tools') })
    rmSync(join(folder, '.env'))
    expect(said).toMatch(/^Backup complete: /m)
    expect(code).toBe(0)
    expect(readdirSync(join(folder, 'tools', 'backups'))).toHaveLength(1)
  })

  test('a login shell does not hide the settings of the file', async () => {
    await makeData('posted')
    writeFileSync(join(folder, '.env'), 'DATA_DIR=posted\nMAIL=outbox\nLANGUAGE=es\nPRODUCT_NAME=Azud\n')
    const puente = join(folder, 'bin', 'puente.mjs')
    const env = { MAIL: '/var/mail/root', LANGUAGE: 'en_US:en' }
    const { code, said } = run(puente, ['doctor', '--send-to', 'ana@example.com'], { env })
    rmSync(join(folder, '.env'))
    expect(said).toMatch(/^ok +settings +every value can be used$/m)
    expect(code).toBe(0)
    const [mail = ''] = readdirSync(join(folder, 'posted', 'outbox'))
    expect(readFileSync(join(folder, 'posted', 'outbox', mail), 'utf8')).toContain('Subject: Azud')
  })

  test('`puente start` with arguments is refused, as it takes none', () => {
    const { code, said } = run(join(folder, 'bin', 'puente.mjs'), ['start', '--port', '80'])
    expect(code).toBe(1)
    expect(said).toMatch(/^puente: It takes no arguments\.$/m)
  })

  const isRoot = process.getuid?.() === 0
  const BECOME_NOBODY = 'process.setgid(65534); process.setuid(65534)'
  test.runIf(isRoot)(
    'root refuses to work on the data of another user, whose server could not continue',
    async () => {
      const dataDir = await makeData('owned')
      chownSync(dataDir, 65_534, 65_534)
      const env = { DATA_DIR: dataDir }
      for (const args of [['backup', '--to', 'backups'], ['start'], ['restore', '--undo']]) {
        const { code, said } = run(join(folder, 'bin', 'puente.mjs'), args, { env })
        expect(said.trim()).toMatch(
          `puente: The data directory ${dataDir} belongs to another user. Run this as that user`,
        )
        expect(code).toBe(1)
      }
      expect(readdirSync(dataDir)).toEqual(['puente.db'])
    },
  )

  test('unreadable settings are reported in one line', () => {
    writeFileSync(join(folder, '.env'), '', { mode: 0o000 })
    chmodSync(folder, 0o711)
    // Root reads everything; it becomes nobody once Node has been loaded.
    const asNobody = isRoot ? ['--import', `data:text/javascript,${encodeURIComponent(BECOME_NOBODY)}`] : []
    const command = [...asNobody, join(folder, 'bin', 'puente.mjs'), 'doctor']
    const { code, said } = run(process.execPath, command)
    rmSync(join(folder, '.env'))
    expect(said.trim()).toMatch(/^puente: The settings in .*\.env may not be read by this user\. Run this as/)
    expect(code).toBe(1)
  })

  test('a missing build is reported, and not made', () => {
    const puente = join(folder, 'bin', 'puente.mjs')
    rmSync(join(built, 'operator.cjs'))
    const { code, said } = run(puente, ['backup', '--to', 'backups'])
    expect(said.trim()).toBe(
      `puente: Puente is not built in ${folder}. Run \`npm run build\` there, or use a release.`,
    )
    expect(code).toBe(1)
    expect(existsSync(npmCalls)).toBe(false)
  })
})
