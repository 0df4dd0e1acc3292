import type { DehydratedState } from '@tanstack/react-query'

/** Embedded in the page for hydration: the dehydrated query cache and the time of rendering (ms). */
export type PageState = { queries: DehydratedState; renderedAt: number }

/** The id of its data block, `<script type="application/json">`, which the content security policy allows. */
export const STATE_ID = 'state'
