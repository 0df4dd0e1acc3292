/**
 * Limits that a call declares in addition to those of all calls; `server/lib/limits.ts` has the numbers. `contacts`: it
 * shows contact data of other people, as do the pages that read it.
 */
export type CallLimit =
  | 'apply'
  | 'contacts'
  | 'forgotAddress'
  | 'like'
  | 'message'
  | 'register'
  | 'search'
  | 'ticket'
  | 'upload'
