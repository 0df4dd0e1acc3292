import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root })
const FOLDERS = ['bench', 'contract', 'demo', 'deploy', 'docs', 'e2e', 'scripts', 'server', 'web']
const IN_FOLDER = new RegExp(`^(${FOLDERS.join('|')})/`)
const codeFiles = new Set(
  globSync(`{*,{${FOLDERS.join(',')}}/**/*}.{ts,tsx,mjs}`, { cwd: root }).map((path) => basename(path)),
)

const exists = (name: string) =>
  name.includes('/') ? globSync(name, { cwd: root }).length > 0 : codeFiles.has(name)

test.each(DOCUMENTS)('%s names only files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target = '']) =>
    join('.', dirname(document), target),
  )
  const names = Array.from(text.matchAll(/`([^`\s<…]+)`/g), ([, name = '']) => name).filter(
    (name) => IN_FOLDER.test(name) || /^[\w.-]+\.(ts|tsx|mjs)$/.test(name),
  )
  expect([
    ...links.filter((path) => globSync(path, { cwd: root }).length === 0),
    ...names.filter((name) => !exists(name)),
  ]).toEqual([])
})

test('each decision has a number of its own, which its heading repeats', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root })
  const numbers = decisions.map((path) => Number(basename(path).slice(0, 4)))
  const headings = decisions.map((path) => /^# (\d+)\. /.exec(readFileSync(join(root, path), 'utf8'))?.[1])
  expect(headings.map(Number)).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})
