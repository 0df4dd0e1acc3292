import { expect, test } from 'vitest'
import { fileNodes, ROOT } from './file-nodes.ts'

const file = (path: string) => ({ path, type: 'blob' })
const folder = (path: string) => ({ path, type: 'tree' })
const below = (nodes: ReturnType<typeof fileNodes>, path: string) => nodes.get(path)?.children

test('folders come first, then everything by name', { tags: 'PROJD-15' }, () => {
  const nodes = fileNodes([
    file('b.ts'),
    folder('src'),
    file('src/10.ts'),
    file('src/2.ts'),
    file('A.ts'),
    folder('lib'),
  ])
  expect(below(nodes, ROOT)).toEqual(['lib', 'src', 'A.ts', 'b.ts'])
  expect(below(nodes, 'src')).toEqual(['src/2.ts', 'src/10.ts'])
  expect(nodes.get('src/2.ts')).toMatchObject({ name: '2.ts', isFolder: false })
})

test.each(['README.md', 'ci.yml', 'a/b.yaml', 'package.json', 'yarn.lock', '.gitignore', 'Readme.MD'])(
  '%s is not shown',
  { tags: 'VAL-50' },
  (path) => {
    expect(fileNodes([file(path), file('main.ts')]).has(path)).toBe(false)
  },
)

test.each(['main.ts', 'md', 'json.ts', 'lockfile', '.gitignore.ts', 'README.md.html'])(
  '%s is shown',
  { tags: 'VAL-50' },
  (path) => {
    expect(fileNodes([file(path)]).has(path)).toBe(true)
  },
)

test('a folder whose name ends like an ignored file is a folder', { tags: 'VAL-50' }, () => {
  expect(below(fileNodes([folder('notes.md'), file('notes.md/a.ts')]), ROOT)).toEqual(['notes.md'])
})

test('a file listed before or without its folders is still in them', () => {
  const nodes = fileNodes([file('a/b/c.ts'), folder('a')])
  expect(below(nodes, ROOT)).toEqual(['a'])
  expect(below(nodes, 'a')).toEqual(['a/b'])
  expect(below(nodes, 'a/b')).toEqual(['a/b/c.ts'])
})

test('ten thousand entries of one folder are converted quickly', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => file(`src/file-${index}.ts`))
  expect(below(fileNodes(entries), 'src')).toHaveLength(10_000)
})
