import { expect, test } from 'vitest'
import { PROJECT_PARAMS } from './project-params.ts'

const read = (query: string) => PROJECT_PARAMS.read(new URLSearchParams(query))

test('an empty URL yields the defaults of the list (decision 29)', { tags: 'CONST-02' }, () => {
  expect(read('')).toEqual({ category: '', skills: [], sort: 'latest', page: 1 })
})

test('every filter survives writing and reading', () => {
  const filters = { category: 'UX/UI', skills: ['C++', 'Node.js'], sort: 'oldest', page: 7 } as const
  const written = PROJECT_PARAMS.write(new URLSearchParams(), { ...filters, skills: [...filters.skills] })
  expect(read(written.toString())).toEqual(filters)
})

test('defaults are left out, and other parameters stay [decision 29]', () => {
  const search = new URLSearchParams('category=Mobile&page=3&ref=mail')
  const first = { category: '', skills: [], sort: 'latest', page: 1 } as const
  expect(PROJECT_PARAMS.write(search, { ...first, skills: [] }).toString()).toBe('ref=mail')
})

test('a skill counts once', () => {
  expect(read('skills=React,Go,%20React').skills).toEqual(['React', 'Go'])
})

test.each(['page=0', 'page=-2', 'page=1.5', 'page=x', 'category=Nonsense', 'sort=up', 'skills=,%20,'])(
  'an unreadable value counts as not set: %s',
  (query) => {
    expect(read(query)).toEqual(read(''))
  },
)
