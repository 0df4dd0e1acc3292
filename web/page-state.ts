import type { DehydratedState } from '@tanstack/react-query'
import type { Announcement } from '#contract/announcements.ts'

/**
 * Embedded in the page for hydration: the dehydrated query cache, the time of rendering (ms), and the announcements, which
 * the server adds.
 */
export type PageState = { queries: DehydratedState; renderedAt: number; announcements?: Announcement[] }

/** The id of its data block, `<script type="application/json">`, which the content security policy allows. */
export const STATE_ID = 'state'
