/**
 * On phones a row that scrolls sideways to the edge of the window: one card, and a part of the next. While a card has
 * the keyboard focus only that card snaps: otherwise the row would return to the card before it.
 */
export const CARD_ROW =
  'grid gap-5 max-sm:-mx-4 max-sm:-my-1 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:auto-cols-[min(88%,20rem)] max-sm:grid-flow-col max-sm:gap-3 max-sm:overflow-x-auto max-sm:overscroll-x-contain max-sm:px-4 max-sm:py-1 max-sm:[&>*]:snap-start max-sm:[&:has(:focus-visible)>:not(:focus-within)]:snap-align-none'
