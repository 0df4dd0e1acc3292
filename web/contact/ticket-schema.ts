/** A module of its own, so that it loads later than the page. */
export { TicketInput } from '#contract/contact.ts'
