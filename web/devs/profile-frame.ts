/** The layout of a profile and of its skeleton. */
export const PROFILE_FRAME = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-8'

/** The person's cards: on phones around the work, two columns on medium screens, sticky on wide ones. */
export const PERSON_FRAME =
  'grid gap-6 max-md:contents max-md:[&>:not(:first-child)]:order-1 max-lg:md:grid-cols-2 max-lg:md:[&>:first-child]:row-span-2 lg:sticky lg:top-24'
