/** Every place that shows views shows this (CONST-09). */
export const shownViews = (views: number): number => Math.floor(views / 2)
