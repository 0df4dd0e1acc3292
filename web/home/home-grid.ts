import { CARD_ROW } from '../ui/card-row.ts'

/** Four cards in two columns, three of them in three columns on wide screens (decision 38). */
export const HOME_GRID = `${CARD_ROW} sm:grid-cols-2 wide:grid-cols-3 wide:[&>:nth-child(4)]:hidden`

/** Four cards in two or four columns. */
export const TALENTS_GRID = `${CARD_ROW} sm:grid-cols-2 wide:grid-cols-4`

export const HOME_SLOTS = [1, 2, 3, 4]
