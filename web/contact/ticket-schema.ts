/** A file of its own, so that it can come later than the page. */
export { TicketInput } from '#contract/contact.ts'
