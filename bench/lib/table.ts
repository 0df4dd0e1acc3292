import type { Ratio } from './rounds.ts'

/** One printed line: a goal and its measurement. `number` is the row in docs/performance.md. */
export type Row = {
  number: number
  what: string
  goal: string
  isMet: boolean
  ratio?: Ratio
  /** Instead of a ratio. */
  measured?: string
}

const two = (value: number) => value.toFixed(2)

export const printHead = (): void =>
  console.log(['row', 'what', 'goal', 'measured (quartiles)', 'met'].join(' | '))

export function printRows(rows: readonly Row[]): void {
  for (const row of rows) {
    const { ratio } = row
    const measured = ratio
      ? `${two(ratio.median)} × (${two(ratio.lower)}–${two(ratio.upper)})`
      : (row.measured ?? '')
    console.log([row.number, row.what, row.goal, measured, row.isMet ? 'yes' : 'NO'].join(' | '))
  }
}
