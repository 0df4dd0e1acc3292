/** A module of its own, so that it loads later than the page. */
export { SupportTicketInput } from '#contract/contact.ts'
