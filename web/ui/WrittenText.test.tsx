import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { loadMarkdown } from './load-markdown.ts'
import { WrittenText } from './WrittenText.tsx'

beforeAll(async () => void (await loadMarkdown()))

test('markup is rendered', { tags: ['FLOW-05'] }, () => {
  render(
    <WrittenText>
      {'# Tasks\n\n- **Build**\n- *Measure*\n\n1. first\n\n> said `x`\n\n```\ncode\n```\n\n<b>no HTML</b>'}
    </WrittenText>,
  )
  expect(screen.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  expect(screen.getByText('Build').tagName).toBe('STRONG')
  expect(screen.getByText('Measure').tagName).toBe('EM')
  expect(screen.getAllByRole('list').map((list) => list.tagName)).toEqual(['UL', 'OL'])
  expect(screen.getByText('x').tagName).toBe('CODE')
  expect(screen.getByText('code').closest('pre')).toHaveAttribute('tabindex', '0')
  expect(screen.getByText('<b>no HTML</b>')).toBeVisible()
})

test('a link shows its real host, and is marked as user content', { tags: ['FLOW-05', 'TRUST-04'] }, () => {
  render(
    <WrittenText>{'[Your bank](https://bank.example@evil.example/a) and https://b.example'}</WrittenText>,
  )
  const link = screen.getByRole('link', { name: 'Your bank (evil.example)' })
  expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer')
  expect(link).toHaveAttribute('href', 'https://evil.example/a')
  expect(screen.getByRole('link', { name: 'b.example' })).toBeVisible()
})

test('endlessly nested marks are shown as text', () => {
  render(<WrittenText>{`${'*_'.repeat(250)}deep${'_*'.repeat(250)}`}</WrittenText>)
  expect(screen.getByText('deep')).toBeVisible()
})
