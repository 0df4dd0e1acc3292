/** How long a success message shows before the redirect (CONST-17). */
export const REDIRECT_DELAY_MS = 2000
