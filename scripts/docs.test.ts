import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, Settings } from '../server/config.ts'
import { HELP } from '../server/operator-help.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root })
const FOLDERS = ['bench', 'contract', 'demo', 'deploy', 'docs', 'e2e', 'scripts', 'server', 'web']
const IN_FOLDER = new RegExp(`^(${FOLDERS.join('|')})/`)
const codeFiles = new Set(
  globSync(`{*,{${FOLDERS.join(',')}}/**/*}.{ts,tsx,mjs}`, { cwd: root }).map((path) => basename(path)),
)

const exists = (name: string) =>
  name.includes('/') ? globSync(name, { cwd: root }).length > 0 : codeFiles.has(name)

test.each(DOCUMENTS)('%s names only files that exist', (document) => {
  const text = read(document)
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
  const headings = decisions.map((path) => /^# (\d+)\. /.exec(read(path))?.[1])
  expect(headings.map(Number)).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe('pointers of code, tests and documents', () => {
  const TEXTS = globSync(
    [
      '*.md',
      '.env.example',
      '*.{ts,mjs}',
      `{bin,${FOLDERS.join(',')}}/**/*.{ts,tsx,mjs,js,css,html,md,sql,yaml,yml}`,
    ],
    { cwd: root },
  )
  /** Every match of the pattern, with its file. */
  const found = (pattern: RegExp) =>
    TEXTS.flatMap((file) =>
      Array.from(read(file).matchAll(pattern), ([whole, list = whole]) => ({ file, whole, list })),
    )

  test('none leads to a document outside of this repository', () => {
    const outside = [
      /\b(?:SPEC|BEYOND|LOOK|STYLE|DECISIONS|PERFORMANCE|REQUIREMENTS|SECURITY-RULES)(?:\.md\b| (?:row )?[A-Z]?-?\d)/g,
      /\b[Tt]he specification(?! of [A-Z])/g,
      /\((?:[^()\n]*, )?promises? \d[^()\n]*\)/g,
    ]
    expect(outside.flatMap(found).map(({ file, whole }) => `${file}: ${whole}`)).toEqual([])
  })

  test('requirements, rules and decisions exist', () => {
    const rules = ['requirements', 'security-rules'].flatMap((name) =>
      read(`docs/${name}.md`).match(/(?<=^- )[A-Z]+-?\d+/gm),
    )
    const races = read('docs/security.md').match(/\bC-\d+/g) ?? []
    const decisions = globSync('docs/decisions/*.md', { cwd: root }).map(
      (path) => `decision ${Number(basename(path).slice(0, 4))}`,
    )
    const known = new Set([...rules, ...races, ...decisions])
    const ids = found(/\(([A-Z]{1,5}-?\d+(?:(?:, | and | to )[A-Z]{1,5}-?\d+)*)[),]/g).flatMap(
      ({ file, list }) => Array.from(list.matchAll(/[A-Z]+-?\d+/g), ([id]) => ({ file, id })),
    )
    const numbers = found(/\b[Dd]ecisions? (\d+(?:, \d+)*(?:,? (?:and|to) \d+)?)/g).flatMap(
      ({ file, list }) =>
        Array.from(list.matchAll(/\d+/g), ([number]) => ({ file, id: `decision ${number}` })),
    )
    expect(ids.length).toBeGreaterThan(500)
    expect(numbers.length).toBeGreaterThan(200)
    expect([...ids, ...numbers].filter(({ id }) => !known.has(id))).toEqual([])
  })
})

describe('settings and commands', () => {
  const settings = Object.keys(Settings.shape)

  test('.env.example lists every setting, and no other', () => {
    const listed = new Set(read('.env.example').match(/^[A-Z0-9_]+(?==)/gm))
    expect([...listed].sort()).toEqual(settings.filter((name) => name !== 'NODE_ENV').sort())
  })

  test('.env.example shows the defaults', () => {
    const shown = parseEnv(read('.env.example')) as Record<string, string>
    const { publicUrl, ...config } = readConfig(shown)
    const { publicUrl: url, ...defaults } = readConfig({})
    expect({ ...config, PUBLIC_URL: undefined }).toEqual({ ...defaults, PUBLIC_URL: undefined })
    expect(publicUrl).toBe(url)
  })

  test('the table of docs/operations.md lists every setting with its default, and no other', () => {
    const [, table = ''] = /## Settings([\s\S]*?)\n## /.exec(read('docs/operations.md')) ?? []
    const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|/gm)].map(([, name = '', given = '']) => ({
      name,
      given: given.replaceAll('`', '').trim(),
    }))
    expect(rows.map(({ name }) => name).sort()).toEqual(settings.toSorted())
    for (const [name, value] of Object.entries(Settings.parse({}))) {
      const isPlain = typeof value === 'string' || typeof value === 'number'
      if (isPlain) expect(rows.find((row) => row.name === name)?.given, name).toBe(String(value))
    }
  })

  test('every command that the operations page names exists', () => {
    const page = read('docs/operations.md') + read('docs/growing.md')
    const { scripts } = JSON.parse(read('package.json'))
    const commands = [...page.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
    const known = Object.keys(HELP)
    const ours = [...page.matchAll(/(?<!-u)[` ]puente ([a-z][\w:-]+)/g)].map(([, name = '']) => name)
    expect(ours.filter((name) => ![...known, 'help'].includes(name))).toEqual([])
    expect(known.filter((name) => !ours.includes(name))).toEqual([])
    // And every option of them.
    const options = JSON.stringify(HELP).match(/--[a-z-]+/g) ?? []
    expect(options.filter((option) => !page.includes(option))).toEqual([])
  })
})
