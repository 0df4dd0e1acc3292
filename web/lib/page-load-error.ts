/** The code of a page could not be loaded: there is no connection, or a release removed its chunks. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
