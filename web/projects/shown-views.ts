/** The view count as displayed: half of the stored one (CONST-09). */
export const shownViews = (views: number): number => Math.floor(views / 2)
