import { expect, test } from 'vitest'
import { DEV_PARAMS } from './dev-params.ts'

const read = (query: string) => DEV_PARAMS.read(new URLSearchParams(query))

test('an empty URL yields the defaults of the directory', { tags: 'DIR-06' }, () => {
  expect(read('')).toEqual({ category: '', skills: [], experience: '', sort: 'latest', page: 1 })
})

test('every filter survives writing and reading', {
  tags: ['DIR-02', 'DIR-03', 'DIR-04', 'DIR-05', 'DIR-06'],
}, () => {
  const filters = {
    category: 'Full Stack' as const,
    skills: ['Go', 'C#'],
    experience: '5+' as const,
    sort: 'oldest' as const,
    page: 2,
  }
  const written = DEV_PARAMS.write(new URLSearchParams(), filters).toString()
  expect(read(written)).toEqual(filters)
})

test.each(['experience=5%2B', 'experience=5+'])(
  'the bucket 5+ is read from %s',
  { tags: 'DIR-04' },
  (query) => {
    expect(read(query).experience).toBe('5+')
  },
)

test.each(['experience=7', 'experience=', 'category=Other', 'page=none'])(
  'an unreadable value counts as not set: %s',
  (query) => {
    expect(read(query)).toEqual(read(''))
  },
)
