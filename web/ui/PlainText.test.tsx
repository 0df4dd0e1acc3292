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
