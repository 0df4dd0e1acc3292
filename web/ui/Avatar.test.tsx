import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar, initialsOf } from './Avatar.tsx'

test.each([
  ['ana', 'ruiz', 'AR'],
  ['Ana', undefined, 'A'],
  ['', 'Ruiz', 'R'],
  ['  óscar', ' ñíguez', 'ÓÑ'],
  [undefined, null, '?'],
  ['', '  ', '?'],
  ['👩‍💻 Ana', 'Ruiz', '👩R'],
])('the initials of %j %j are %s', { tags: 'DATA-04' }, (name, surname, initials) => {
  expect(initialsOf(name, surname)).toBe(initials)
})

test('initials replace a picture that fails, and a new picture is tried', { tags: 'DATA-04' }, () => {
  const { rerender } = render(<Avatar src="/a.webp" name="Ana" surname="Ruiz" decorative={false} />)
  const image = screen.getByRole('img', { name: 'Ana Ruiz' })
  expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  fireEvent.error(image)
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  expect(screen.getByText('AR')).toBeInTheDocument()

  rerender(<Avatar src="/b.webp" name="Ana" surname="Ruiz" decorative={false} />)
  expect(screen.getByRole('img', { name: 'Ana Ruiz' })).toHaveAttribute('src', '/b.webp')
})

test.each([
  [4, 16],
  [10, 40],
  [32, 128],
  [1, 16],
  [99, 128],
])('size %i is %i px', { tags: 'CONST-16' }, (size, pixels) => {
  render(<Avatar src="/a.webp" name="Ana" decorative={false} size={size} />)
  expect(screen.getByRole('img')).toHaveAttribute('width', String(pixels))
})

test('presence has a text alternative', () => {
  render(<Avatar name="Ana" presence={{ tone: 'primary', label: 'online' }} />)
  expect(screen.getByText('online')).toBeInTheDocument()
})
