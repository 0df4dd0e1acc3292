/**
 * Limits that a call declares in addition to those of all calls; `server/lib/limits.ts` has the numbers. `contacts`: it
 * shows contact data of other people, as do the pages that read it. `credentials`: it changes what the caller signs in
 * with, which is mailed each time. `write`: any newer write that has no limit of its own.
 */
export type CallLimit =
  | 'appeal'
  | 'apply'
  | 'changeEmail'
  | 'resendConfirmation'
  | 'contacts'
  | 'credentials'
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
