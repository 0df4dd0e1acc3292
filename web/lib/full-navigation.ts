/** Loads a new document instead of a route: another language has other chunks. */
export const fullNavigation = {
  to: (address: string) => window.location.assign(address),
  replace: (address: string) => window.location.replace(address),
}
