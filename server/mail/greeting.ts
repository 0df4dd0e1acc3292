const MAX_NAME_LENGTH = 40
/** Letters with their accents, spaces, hyphens and apostrophes: no room for an address, a number or markup. */
const NAME = /^\p{L}[\p{L}\p{M} '’-]*$/u

/** 'Hello {name},'; neutral if the account's name, which a stranger may have chosen, is not one of letters (X8). */
export const greeting = (name: string): string =>
  name.length <= MAX_NAME_LENGTH && NAME.test(name) ? `Hello ${name},` : 'Hello,'
