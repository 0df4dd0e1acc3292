import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ResponsivenessNote } from './ResponsivenessNote.tsx'

const few = { rated: false, answeredPercent: null, medianDays: null, applications: null }
const of = (answeredPercent: number, medianDays: number | null) => ({
  rated: true,
  answeredPercent,
  medianDays,
  applications: 40,
})
const LAST = 'Of 40 applications in the last 180 days,'

test.each([
  [few, 'New recruiter', 'Too few applications yet to say how often and how fast this recruiter answers.'],
  [of(0, null), 'Answers 0 %', `${LAST} 0 % were answered.`],
  [
    of(95, 0.4),
    'Answers 95 % · within a day',
    `${LAST} 95 % were answered; half of the answers came within a day.`,
  ],
  [
    of(80, 1),
    'Answers 80 % · within 1 day',
    `${LAST} 80 % were answered; half of the answers came within 1 day.`,
  ],
  [
    of(80, 2.5),
    'Answers 80 % · within 2,5 days',
    `${LAST} 80 % were answered; half of the answers came within 2,5 days.`,
  ],
  [
    of(80, 20.2),
    'Answers 80 % · within 20 days',
    `${LAST} 80 % were answered; half of the answers came within 20 days.`,
  ],
])(
  'the responsiveness of a recruiter is shown in a line, and explained',
  { tags: ['APPL-10'] },
  (given, line, explanation) => {
    const { unmount } = render(<ResponsivenessNote responsiveness={given} />)
    expect(screen.getByText(line)).toBeVisible()
    expect(screen.queryByText(explanation)).toBeNull()
    unmount()
    render(<ResponsivenessNote responsiveness={given} explained />)
    expect(screen.getByText(line)).toBeVisible()
    expect(screen.getByText(explanation)).toBeVisible()
  },
)
