import { expect, test } from 'vitest'
import { projectFile } from '../lib/project-files.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { createLetterWriter } from './letter-writer.ts'

const letter = {
  position: 'Backend developer',
  name: 'Lucía',
  surname: 'Núñez',
  appliedAt: '2026-11-20T09:00:00.000Z',
  text: 'मुझे इस काम में बहुत रुचि है। '.repeat(200).slice(0, 4800),
}

test('the costliest letter does not block others (X1)', async () => {
  // Each starts a thread.
  const write = async () =>
    expect((await createLetterWriter().write('ana', letter)).toString('latin1')).toMatch(/^%PDF-/)
  expect(await leastPauseMs(write)).toBeLessThanOrEqual(MAX_PAUSE_MS)
})

test('one person has one letter at a time, and at most five wait (X6)', async () => {
  const { write } = createLetterWriter()
  const done: string[] = []
  const ask = (person: string) =>
    write(person, { ...letter, text: 'Hola.' }).then(
      () => done.push(person),
      (error: { status: number }) => done.push(`${person} ${error.status}`),
    )
  const all = [...Array(8).fill('ana'), 'ben'].map(ask)
  await Promise.all(all)
  expect(done.filter((person) => person === 'ana 503')).toHaveLength(2)
  expect(done.filter((person) => person === 'ana')).toHaveLength(6)
  expect(done.indexOf('ben')).toBeLessThan(done.lastIndexOf('ana'))
})

test('a letter that takes too long is a 503, and the next one gets a thread', async () => {
  const stuck = createLetterWriter({
    timeoutMs: 1,
    script: projectFile('server/applications/letter-worker.ts'),
  })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(stuck.write('ana', letter)).rejects.toMatchObject({ status: 503 })
  }
})
