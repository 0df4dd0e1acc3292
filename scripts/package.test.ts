import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('the lock file names no registry host, so that any registry serves it', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/)
})

test('every version is exact, and the pinned Node may run its install script', () => {
  const manifest = JSON.parse(read('package.json'))
  const versions: unknown[] = [manifest.dependencies, manifest.devDependencies].flatMap(Object.values)
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([])
  expect(manifest.allowScripts.node).toBe(true)
})
