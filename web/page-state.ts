import type { DehydratedState } from '@tanstack/react-query'

/** What the server leaves in the page for the browser: its query cache, and when it made it (ms). */
export type PageState = { queries: DehydratedState; renderedAt: number }

/** Where: `<script type="application/json" id="state">`, which no policy forbids. */
export const STATE_ID = 'state'
