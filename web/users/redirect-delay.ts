/** How long a success stays to be read before the page or dialog goes on (CONST-17). */
export const REDIRECT_DELAY_MS = 2000
