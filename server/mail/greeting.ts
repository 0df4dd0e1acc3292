import { m } from '#contract/texts.ts'

const MAX_NAME_LENGTH = 40
/** Letters with accents, spaces, hyphens and apostrophes: no address, number or markup. */
const NAME = /^\p{L}[\p{L}\p{M} '’-]*$/u

/** The name of somebody else in a mail; a neutral word for other characters (X8). */
export const safeName = (name: string): string =>
  name.length <= MAX_NAME_LENGTH && NAME.test(name) ? name : m.mails_somebody()

/** 'Hello {name},'; neutral for a name with other characters, which a stranger may have chosen (X8). */
export const greeting = (name: string): string =>
  name.length <= MAX_NAME_LENGTH && NAME.test(name) ? m.mails_hello_name({ name }) : m.mails_hello()
