import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startServer } from '../server/test/server.ts'
import { openDemo } from './demo.ts'
import { createDrawing } from './drawing.ts'
import { seedDemo } from './insert.ts'
import { startArtist } from './start-artist.ts'
import { buildWorld } from './world.ts'

const world = buildWorld({ seed: 'puente', now: new Date() })
const folders = world.files.map(({ name }) => name.replace(/\.\w+$/, ''))
const [first = '', last = ''] = [folders[0], folders.at(-1)]

test('what is asked for is drawn at once, and who was stopped goes on with the next start', async () => {
  const server = await startServer({}, { alone: true })
  await seedDemo(server.db, world)
  const undrawn = async () =>
    (await server.db.selectFrom('files').select('id').where('bytes', '=', 0).execute()).length
  expect(await undrawn()).toBe(world.files.length)

  const asked: string[] = []
  const drawn = Buffer.from('drawn')
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const slow = await createDrawing(server, world, {
    draw: async (id) => {
      asked.push(id)
      if (id !== last) await released
      return { 'full.webp': drawn }
    },
    stop: () => {},
  })
  const all = slow.all()
  // Far behind all others, and yet there.
  expect(await slow.files.read(last, 'full.webp')).toEqual(drawn)
  expect(await slow.files.read('no-such-folder', 'full.webp')).toBeUndefined()
  expect(asked.length).toBeLessThan(world.files.length)
  const stopped = slow.stop()
  letGo()
  await stopped
  expect(await all).toBe(false)
  expect(await undrawn()).toBe(world.files.length - 1)

  const later: string[] = []
  const next = await createDrawing(server, world, {
    draw: async (id) => {
      later.push(id)
      if (id === first) throw new Error('no ink')
      return { 'full.webp': drawn }
    },
    stop: () => {},
  })
  expect(await next.all()).toBe(false)
  expect(later.sort()).toEqual(folders.filter((folder) => folder !== last).sort())
  expect(await undrawn()).toBe(1)
})

test('a process that cannot start is tried a few times, with one line in the log', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => said.push(line) })
  const server = await startServer({}, { alone: true, log })
  await seedDemo(server.db, world)
  const [script, starts] = [join(server.dataDir, 'broken.cjs'), join(server.dataDir, 'starts')]
  writeFileSync(script, `require('node:fs').appendFileSync(${JSON.stringify(starts)}, '|'); process.exit(3)`)

  const patient = await createDrawing(server, world, startArtist(log, { script, pausesMs: [3600_000] }))
  for (const folder of [first, last, first]) {
    await expect(patient.files.read(folder, 'full.webp')).rejects.toMatchObject({
      status: 503,
      retryAfterSeconds: expect.any(Number),
    })
  }
  await patient.stop()
  expect([readFileSync(starts, 'utf8'), said]).toEqual(['|', []])

  const drawing = await createDrawing(server, world, startArtist(log, { script, pausesMs: [1, 2] }))
  expect(await drawing.all()).toBe(false)
  expect(readFileSync(starts, 'utf8')).toBe('||||')
  expect(said.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ reason: 'code 3', tries: 3 }),
  ])
  // It is not there, and will not be in a moment.
  expect(await drawing.files.read(first, 'full.webp')).toBeUndefined()
  expect(readFileSync(starts, 'utf8')).toBe('||||')
})

test('a start without a demo draws what an interrupted one left, by the process that draws', async () => {
  const server = await startServer({}, { alone: true })
  const mark = join(server.dataDir, 'demo-undrawn')
  const interrupted = await openDemo(server, ['--demo'])
  expect(interrupted.text).toContain('Sign in')
  await interrupted.stop()
  expect(existsSync(mark)).toBe(true)
  // Two are missing: a picture and a curriculum.
  const names = ['webp', 'pdf'].map((type) => world.files.find(({ name }) => name.endsWith(type))?.name ?? '')
  await server.db.updateTable('files').set({ bytes: 1 }).where('name', 'not in', names).execute()

  const demo = await openDemo(server, [])
  expect(demo.text).toBeUndefined()
  const [picture = '', cv = ''] = names.map((name) => name.replace(/\.\w+$/, ''))
  expect(String(await demo.files.read(cv, 'full.pdf')).slice(0, 5)).toBe('%PDF-')
  await demo.draw()
  expect(existsSync(mark)).toBe(false)
  expect(String(await server.files.read(picture, 'full.webp'))).toContain('WEBP')
  expect((await openDemo(server, [])).files).toBe(server.files)
})
