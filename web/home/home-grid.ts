/** Four cards in one or two columns, three of them in three columns on wide screens (decision 38). */
export const HOME_GRID = 'grid gap-5 sm:grid-cols-2 wide:grid-cols-3 wide:[&>:nth-child(4)]:hidden'

export const HOME_PLACES = [1, 2, 3, 4]
