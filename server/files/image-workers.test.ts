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
let people = 0
const someone = () => ({ ownerId: `person ${++people}` })
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
    await expect(workers.convert(word('hang'), 'png', someone())).rejects.toMatchObject(busy)
    expect((await workers.convert(word('good'), 'png', someone())).files['full.webp']).toEqual(word('good'))
  })

  test('the start of a process does not count towards the timeout', async () => {
    // Longer than the timeout, as on a busy machine.
    const start = 'await new Promise((resolve) => setTimeout(resolve, 400))'
    const workers = workersOf({ timeoutMs: 300, script: script('late', done, start) })
    expect((await workers.convert(word('good'), 'png', someone())).files['full.webp']).toEqual(word('good'))
  })

  test('a picture that crashes the process is refused; concurrent ones succeed', async () => {
    const workers = workersOf({
      script: script('crash', `if (String(bytes) === 'crash') process.exit(1); ${done}`),
    })
    const results = await Promise.allSettled(
      ['good', 'crash', 'good', 'crash', 'good', 'good'].map((text) =>
        workers.convert(word(text), 'png', someone()),
      ),
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
    await expect(killed.convert(word('x'), 'png', someone())).rejects.toMatchObject(busy)
    const absent = workersOf({ script: script('absent', '', 'process.exit(1)') })
    await expect(absent.convert(word('x'), 'png', someone())).rejects.toMatchObject(busy)
  })

  test('a full queue refuses at once', async () => {
    const workers = workersOf({ maxWaiting: 3, script: script('slow', `setTimeout(() => ${done}, 50)`) })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => workers.convert(word('x'), 'png', someone())),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(results[7]).toMatchObject({
      reason: { ...busy, message: 'Images are being processed. Please try again in a moment.' },
    })
  })

  test('two conversions run at a time', async () => {
    const workers = workersOf({ script: script('ids', `bytes = Buffer.from(String(process.pid)); ${done}`) })
    const pictures = await Promise.all(
      Array.from({ length: 6 }, () => workers.convert(word('x'), 'png', someone())),
    )
    expect(new Set(pictures.map(({ files }) => String(files['full.webp']))).size).toBe(2)
  })

  test('a conversion above the memory limit ends its process', async () => {
    const workers = workersOf({ maxMemoryBytes: 20 * 1024 * 1024 })
    await expect(workers.convert(await picture(3000), 'png', someone())).rejects.toMatchObject({
      status: 415,
    })
  })

  test('the process inherits no settings of the server', async () => {
    const workers = workersOf({
      script: script('env', `bytes = Buffer.from(Object.keys(process.env).join()); ${done}`),
    })
    process.env.JWT_SECRET_OF_TEST = 'secret'
    const { files } = await workers.convert(word('x'), 'png', someone())
    delete process.env.JWT_SECRET_OF_TEST
    expect(String(files['full.webp'])).not.toContain('SECRET')
  })

  test('unsupported loaders do not run, whatever the first bytes are', async () => {
    const workers = workersOf({})
    const tiff = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#24c' } })
      .tiff()
      .toBuffer()
    await expect(workers.convert(tiff, 'png', someone())).rejects.toMatchObject({ status: 415 })
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#24c' } })
      .gif()
      .toBuffer()
    await expect(workers.convert(gif, 'png', someone())).rejects.toMatchObject({ status: 415 })
    await expect(workers.convert(Buffer.from('<svg/>'), 'webp', someone())).rejects.toMatchObject({
      status: 415,
    })
  })

  test('a picture that waits too long in the queue is refused', async () => {
    const workers = workersOf({ maxWaitMs: 100, timeoutMs: 300, script: script('stuck', 'for (;;);') })
    const results = await Promise.allSettled([
      workers.convert(word('x'), 'png', { ownerId: 'ana' }),
      workers.convert(word('y'), 'png', { ownerId: 'ana' }).catch(() => workers.counts().waiting),
    ])
    expect(results).toMatchObject([{ reason: busy }, { value: 0 }])
  })

  test('no job is accepted after the shutdown', async () => {
    const workers = workersOf({ script: script('never', '') })
    const waiting = workers.convert(word('x'), 'png', someone())
    workers.close()
    await expect(waiting).rejects.toMatchObject(busy)
    await expect(workers.convert(word('x'), 'png', someone())).rejects.toMatchObject(busy)
  })
})

describe('a person with many pictures (X6)', () => {
  const card = { kicker: 'Offer', title: 'Backend developer', facts: [], tone: 'primary' } as const

  test('does not delay others, has one converted at a time, and is refused beyond 21', async () => {
    const workers = workersOf({})
    const bytes = await picture(300)
    const order: string[] = []
    const convert = (ownerId: string) =>
      workers.convert(bytes, 'png', { ownerId }).then(
        () => order.push(ownerId),
        (error: unknown) => expect(error).toMatchObject(busy),
      )
    const ofEve = Array.from({ length: 58 }, () => convert('eve'))
    expect(workers.counts()).toEqual({ waiting: 20, workers: 1 })
    await Promise.all(['ana', 'ben', 'cid'].map(convert))
    expect(order.filter((ownerId) => ownerId !== 'eve').toSorted()).toEqual(['ana', 'ben', 'cid'])
    await Promise.all(ofEve)
    expect(order.filter((ownerId) => ownerId === 'eve')).toHaveLength(21)
  })

  test('loses a place in a full queue to a person who has none', async () => {
    const workers = workersOf({ maxWaiting: 4, script: script('slow', `setTimeout(() => ${done}, 50)`) })
    const convert = (ownerId: string) => workers.convert(word('x'), 'png', { ownerId })
    const ofEve = Promise.allSettled(Array.from({ length: 5 }, () => convert('eve')))
    const others = await Promise.allSettled(['ana', 'ben', 'cid'].map(convert))
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect((await ofEve).map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(
      2,
    )
  })

  test('is served before previews, which take one process at most', async () => {
    const sendResult =
      "process.send({ width: 1, height: 1, files: { 'full.jpg': bytes ?? 'x' }, memoryBytes: 0 })"
    const workers = workersOf({ script: script('paced', `setTimeout(() => ${sendResult}, bytes ? 50 : 0)`) })
    const order: string[] = []
    const draw = () => workers.draw(card).then(() => order.push('preview'))
    const convert = (ownerId: string) =>
      workers.convert(word('x'), 'png', { ownerId }).then(() => order.push('picture'))
    // One of three previews runs.
    const previews = [draw(), draw(), draw()]
    expect(workers.counts()).toEqual({ waiting: 2, workers: 1 })
    await Promise.all(previews)
    order.length = 0
    // Two pictures run; two others and a preview, which takes no time, wait.
    await Promise.all([...['ana', 'ben'].map(convert), draw(), ...['cid', 'dan'].map(convert)])
    expect(order.indexOf('preview')).toBeGreaterThanOrEqual(3)
  })

  test('has a chat picture above 4 million pixels refused before it is decoded', async () => {
    const workers = workersOf({})
    const header = (await picture(4000)).subarray(0, 100)
    const chat = { ownerId: 'ana', maxPixels: 4_000_000 }
    await expect(workers.convert(header, 'png', chat)).rejects.toMatchObject({
      status: 413,
      message: 'The image must have at most 4 million pixels.',
    })
    expect((await workers.convert(await picture(2000), 'png', chat)).width).toBe(2000)
  })
})
