/** Loads a document of its own, past the router: in another language the page has other code. */
export const fullNavigation = {
  to: (address: string) => window.location.assign(address),
  replace: (address: string) => window.location.replace(address),
}
