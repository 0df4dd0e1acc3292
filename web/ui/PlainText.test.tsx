import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PlainText, partsOf } from './PlainText.tsx'

test('lines that begin with a dash are a list under their line', () => {
  render(<PlainText>{'Hello.\n\nWhat you do\n- Build\n- Measure - twice\n\nBye'}</PlainText>)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Build',
    'Measure - twice',
  ])
  expect(screen.getByText('What you do')).toHaveClass('font-semibold')
  expect(screen.getByText('Hello.')).not.toHaveClass('font-semibold')
})

test.each([
  ['a - b', 'words'],
  ['-5 °C', 'words'],
  ['— Hola, dijo.', 'words'],
  ['<b>x</b>', 'words'],
  ['* one', 'list'],
  ['  • one', 'list'],
])('%j is %s', (text, kind) => {
  expect(partsOf(text)).toMatchObject([[{ kind }]])
})

test('every typed line is shown', () => {
  expect(partsOf('one\ntwo\n\n\n \n three')).toEqual([
    [{ kind: 'words', text: 'one\ntwo' }],
    [{ kind: 'words', text: ' three' }],
  ])
  expect(partsOf(' \n\n')).toEqual([])
})

test('a text with more lines than anybody writes ends with one part', () => {
  const parts = partsOf('a\n\n'.repeat(1000))
  expect(parts).toHaveLength(151)
  expect(parts.at(-1)).toEqual([{ kind: 'words', text: 'a\n\n'.repeat(850).trim() }])
})
