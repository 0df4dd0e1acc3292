import { expect, test } from 'vitest'
import { cn } from './cn.ts'

test.each([
  ['px-4 py-2 px-6', 'py-2 px-6'],
  ['px-4 pt-1 p-0', 'p-0'],
  ['p-0 px-4', 'p-0 px-4'],
  ['-mx-4 mx-0', 'mx-0'],
  ['size-10 w-full', 'size-10 w-full'],
  ['w-full h-4 size-10', 'size-10'],
  ['min-h-10 min-h-12', 'min-h-12'],
  ['max-w-md max-w-prose', 'max-w-prose'],
  ['text-sm text-muted text-lg', 'text-muted text-lg'],
  ['text-sm text-muted text-text', 'text-sm text-text'],
  ['text-center text-primary text-left', 'text-primary text-left'],
  ['text-balance text-[13px] text-sm', 'text-balance text-sm'],
  ['font-medium font-display font-bold', 'font-display font-bold'],
  ['flex flex-col flex-wrap flex-1 flex-row', 'flex flex-wrap flex-1 flex-row'],
  ['inline-flex hidden', 'hidden'],
  ['shrink-0 shrink', 'shrink'],
  ['rounded-control rounded-full', 'rounded-full'],
  ['rounded-t-card rounded-card', 'rounded-card'],
  ['border border-line border-b-2 border-control', 'border border-b-2 border-control'],
  ['border-y-2 border-transparent border-b-primary', 'border-y-2 border-transparent border-b-primary'],
  ['border-b-primary border-b-line border-control', 'border-control'],
  ['border-2 border-dashed border', 'border-dashed border'],
  ['bg-surface hover:bg-hover bg-primary-soft', 'hover:bg-hover bg-primary-soft'],
  ['hover:bg-hover hover:bg-primary', 'hover:bg-primary'],
  ['sm:p-6 p-5 sm:p-0', 'p-5 sm:p-0'],
  ['[&_svg]:size-5 [&_svg]:size-4', '[&_svg]:size-4'],
  ['shadow-raised shadow-none', 'shadow-none'],
  ['absolute top-0 inset-0 relative', 'inset-0 relative'],
  [
    'truncate sr-only something-of-ours something-of-ours',
    'truncate sr-only something-of-ours something-of-ours',
  ],
])('%s becomes %s', (classes, merged) => {
  expect(cn(classes)).toBe(merged)
})

test('takes conditions and lists', () => {
  expect(cn('p-1', false, undefined, ['m-1', null], { 'p-2': true, 'p-3': false })).toBe('m-1 p-2')
})
