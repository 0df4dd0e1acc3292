/**
 * Limits that a call declares in addition to those of all calls; `server/lib/limits.ts` has the numbers. `contacts`: it
 * shows contact data of other people, as do the pages that read it. `write`: any write that has no limit of its own.
 */
export type CallLimit =
  | 'appeal'
  | 'apply'
  | 'changeEmail'
  | 'confirmAgain'
  | 'contacts'
  | 'forgotAddress'
  | 'like'
  | 'mailLink'
  | 'message'
  | 'openId'
  | 'register'
  | 'search'
  | 'secondFactor'
  | 'ticket'
  | 'unsubscribe'
  | 'upload'
  | 'verification'
  | 'verificationCheck'
  | 'write'
