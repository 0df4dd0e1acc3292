import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Rich } from './Rich.tsx'

test('the elements of a sentence are in the order of its language', { tags: ['LANG-01'] }, () => {
  const parts = { one: (words: string) => <a href="/1">{words}</a>, two: (words: string) => <em>{words}</em> }
  const { container } = render(
    <p>
      <Rich
        text="Read <two>all</two> of <one>our offers</one>, 1 < 2, <three>please</three>."
        parts={parts}
      />
    </p>,
  )
  expect(container).toHaveTextContent('Read all of our offers, 1 < 2, please.')
  expect(screen.getByRole('link', { name: 'our offers' })).toHaveAttribute('href', '/1')
  expect(container.innerHTML).toContain('<em>all</em> of <a')
})
