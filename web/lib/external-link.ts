/** Attributes of links to addresses that users wrote. */
export const EXTERNAL_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const

/** An address as it is shown: without protocol and trailing slash. */
export const shownAddress = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')
