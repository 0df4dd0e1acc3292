import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createImageWorkers } from './image-workers.ts'

const folder = mkdtempSync(join(tmpdir(), 'puente-workers-'))
const open: { close: () => void }[] = []
afterAll(() => {
  for (const workers of open) workers.close()
  rmSync(folder, { recursive: true, force: true })
})

function workersOf(options: Parameters<typeof createImageWorkers>[0]) {
  const workers = createImageWorkers(options)
  open.push(workers)
  return workers
}

/** A substitute process that reproduces faults on demand. */
function script(name: string, onMessage: string, atStart = ''): string {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(
    file,
    `${atStart}; process.on('message', ({ bytes }) => { ${onMessage} }); process.send('ready')`,
  )
  return file
}

const done = "process.send({ width: 1, height: 1, files: { 'full.webp': bytes }, memoryBytes: 0 })"
const word = (text: string) => Buffer.from(text)
const busy = { status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 5 }
const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#24c' } })
    .png()
    .toBuffer()

describe('image conversion (F2)', () => {
  test('a hanging conversion is killed on timeout, and the next one works', async () => {
    const workers = workersOf({
      timeoutMs: 300,
      script: script('hang', `if (String(bytes) === 'hang') for (;;); ${done}`),
    })
    await expect(workers.convert(word('hang'), 'png')).rejects.toMatchObject(busy)
    expect((await workers.convert(word('good'), 'png')).files['full.webp']).toEqual(word('good'))
  })

  test('the start of a process does not count towards the timeout', async () => {
    // Longer than the timeout, as on a busy machine.
    const start = 'await new Promise((resolve) => setTimeout(resolve, 400))'
    const workers = workersOf({ timeoutMs: 300, script: script('late', done, start) })
    expect((await workers.convert(word('good'), 'png')).files['full.webp']).toEqual(word('good'))
  })

  test('a picture that crashes the process is refused; concurrent ones succeed', async () => {
    const workers = workersOf({
      script: script('crash', `if (String(bytes) === 'crash') process.exit(1); ${done}`),
    })
    const results = await Promise.allSettled(
      ['good', 'crash', 'good', 'crash', 'good', 'good'].map((text) => workers.convert(word(text), 'png')),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(results[1]).toMatchObject({ reason: { status: 415 } })
  })

  test('a process killed from outside or unable to start does not cause a refusal of the picture', async () => {
    const killed = workersOf({ script: script('kill', "process.kill(process.pid, 'SIGKILL')") })
    await expect(killed.convert(word('x'), 'png')).rejects.toMatchObject(busy)
    const absent = workersOf({ script: script('absent', '', 'process.exit(1)') })
    await expect(absent.convert(word('x'), 'png')).rejects.toMatchObject(busy)
  })

  test('a full queue refuses at once', async () => {
    const workers = workersOf({ maxWaiting: 3, script: script('slow', `setTimeout(() => ${done}, 50)`) })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => workers.convert(word('x'), 'png')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(results[7]).toMatchObject({
      reason: { ...busy, message: 'Images are being processed. Please try again in a moment.' },
    })
  })

  test('two conversions run at a time', async () => {
    const workers = workersOf({ script: script('ids', `bytes = Buffer.from(String(process.pid)); ${done}`) })
    const pictures = await Promise.all(Array.from({ length: 6 }, () => workers.convert(word('x'), 'png')))
    expect(new Set(pictures.map(({ files }) => String(files['full.webp']))).size).toBe(2)
  })

  test('a conversion above the memory limit ends its process', async () => {
    const workers = workersOf({ maxMemoryBytes: 20 * 1024 * 1024 })
    await expect(workers.convert(await picture(3000), 'png')).rejects.toMatchObject({ status: 415 })
  })

  test('the process inherits no settings of the server', async () => {
    const workers = workersOf({
      script: script('env', `bytes = Buffer.from(Object.keys(process.env).join()); ${done}`),
    })
    process.env.JWT_SECRET_OF_TEST = 'secret'
    const { files } = await workers.convert(word('x'), 'png')
    delete process.env.JWT_SECRET_OF_TEST
    expect(String(files['full.webp'])).not.toContain('SECRET')
  })

  test('unsupported loaders do not run, whatever the first bytes are', async () => {
    const workers = workersOf({})
    const tiff = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#24c' } })
      .tiff()
      .toBuffer()
    await expect(workers.convert(tiff, 'png')).rejects.toMatchObject({ status: 415 })
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#24c' } })
      .gif()
      .toBuffer()
    await expect(workers.convert(gif, 'png')).rejects.toMatchObject({ status: 415 })
    await expect(workers.convert(Buffer.from('<svg/>'), 'webp')).rejects.toMatchObject({ status: 415 })
  })

  test('no job is accepted after the shutdown', async () => {
    const workers = workersOf({ script: script('never', '') })
    const waiting = workers.convert(word('x'), 'png')
    workers.close()
    await expect(waiting).rejects.toMatchObject(busy)
    await expect(workers.convert(word('x'), 'png')).rejects.toMatchObject(busy)
  })
})
