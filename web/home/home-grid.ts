/**
 * On phones a row that scrolls sideways to the edge of the window: one card, and a part of the next. While a card has
 * the keyboard focus only that card snaps: otherwise the row would return to the card before it.
 */
const ROW =
  'grid gap-5 max-sm:-mx-4 max-sm:-my-1 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:auto-cols-[min(88%,20rem)] max-sm:grid-flow-col max-sm:gap-3 max-sm:overflow-x-auto max-sm:overscroll-x-contain max-sm:px-4 max-sm:py-1 max-sm:[&>*]:snap-start max-sm:[&:has(:focus-visible)>:not(:focus-within)]:snap-align-none'

/** Four cards in two columns, three of them in three columns on wide screens (decision 38). */
export const HOME_GRID = `${ROW} sm:grid-cols-2 wide:grid-cols-3 wide:[&>:nth-child(4)]:hidden`

/** Four cards in two or four columns. */
export const TALENTS_GRID = `${ROW} sm:grid-cols-2 wide:grid-cols-4`

export const HOME_PLACES = [1, 2, 3, 4]
