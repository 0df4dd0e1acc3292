/** A module of its own, so that it loads later than the page. */
export { HandleInput } from '#contract/handles.ts'
