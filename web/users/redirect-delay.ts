/** Delay of the redirect after a success message (CONST-17). */
export const REDIRECT_DELAY_MS = 2000
