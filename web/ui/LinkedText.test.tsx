import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LinkedText } from './LinkedText.tsx'

test('a web address is a link that begins with its real host, and the rest is as typed', {
  tags: ['TRUST-04'],
}, () => {
  const { container } = render(
    <LinkedText>
      {
        'See https://bank.example@evil.example/a, (http://аpple.example) or http://. <b>javascript:alert(1)</b>'
      }
    </LinkedText>,
  )
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['evil.example/a', 'https://evil.example/a'],
    ['xn--pple-43d.example', 'http://xn--pple-43d.example/'],
  ])
  for (const link of links) expect(link).toHaveAttribute('rel', expect.stringContaining('nofollow'))
  expect(container).toHaveTextContent(
    'See evil.example/a, (xn--pple-43d.example) or http://. <b>javascript:alert(1)</b>',
  )
})

test('the text of a link shows its real address, whatever was typed', { tags: ['TRUST-04'] }, () => {
  const { container } = render(<LinkedText>{'https://example.com/ñ?q=a%20b#c.\nNext'}</LinkedText>)
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/%C3%B1?q=a%20b#c')
  expect(container.textContent).toBe('example.com/%C3%B1?q=a%20b#c.\nNext')
})

test('a browser without URL.parse shows links too', () => {
  vi.spyOn(URL, 'parse').mockImplementation(() => {
    throw new TypeError('URL.parse is not a function')
  })
  render(<LinkedText>https://example.com/a</LinkedText>)
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/a')
  vi.restoreAllMocks()
})
