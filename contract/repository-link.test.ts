import { expect, test } from 'vitest'
import { repositoryOf } from './repository-link.ts'

const ferry = { owner: 'puente-demo', repo: 'ferry' }

test.each([
  'https://github.com/puente-demo/ferry',
  'https://www.github.com/puente-demo/ferry',
  'https://github.com/puente-demo/ferry.git',
  'https://github.com/puente-demo/ferry/',
  'https://github.com/puente-demo/ferry/tree/main/src?tab=readme#top',
  ' https://github.com/puente-demo/ferry ',
])('%s names a repository', { tags: 'VAL-49' }, (link) => {
  expect(repositoryOf(link)).toEqual(ferry)
})

test.each([
  'http://github.com/puente-demo/ferry',
  'https://github.com/puente-demo',
  'https://github.com/puente-demo/',
  'https://github.com/../ferry',
  'https://github.com/puente-demo/..',
  'https://github.com/puente demo/ferry',
  'https://github.com.example.com/puente-demo/ferry',
  'https://gitlab.com/puente-demo/ferry',
  `https://github.com/${'a'.repeat(101)}/ferry`,
  'https://github.com/puente-demo/fe\nrry',
  '',
])('%j names no repository', { tags: 'VAL-49' }, (link) => {
  expect(repositoryOf(link)).toBeUndefined()
})
