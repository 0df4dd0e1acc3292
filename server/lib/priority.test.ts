import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** The field after the name (man 5 proc). */
const NICE = 16

/** Priorities of a process's threads, by thread name. */
const threadsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? []
    return { name, priority: Number(rest.split(' ')[NICE]) }
  })

describe.runIf(process.platform === 'linux')('lower priority of long work', () => {
  const own = getPriority()
  const lower = Math.min(19, own + 10)

  test('applies to every thread of a process that converts pictures', async () => {
    const worker = fork(fileOf('../files/image-worker.ts'), ['800000000'])
    await once(worker, 'message')
    const threads = threadsOf(worker.pid ?? 0)
    worker.kill('SIGKILL')
    expect(threads.map(({ name }) => name)).toContain('libuv-worker')
    expect(threads.filter(({ priority }) => priority !== lower)).toEqual([])
  })

  test('applies to the threads of the pool, and to no other one', async () => {
    const program = `import { lowerPoolPriority } from '${fileOf('priority.ts')}'
      await lowerPoolPriority()
      console.log('done')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program])
    await once(child.stdout, 'data')
    const threads = threadsOf(child.pid ?? 0)
    child.kill('SIGKILL')
    const isOfPool = ({ name }: { name: string }) => name === 'libuv-worker'
    expect(threads.filter(isOfPool).length).toBeGreaterThan(1)
    for (const thread of threads) expect(thread.priority, thread.name).toBe(isOfPool(thread) ? lower : own)
  })
})
