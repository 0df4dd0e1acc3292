/**
 * Limits that a call declares in addition to those of all calls; `server/lib/limits.ts` has the numbers. `contacts`: it
 * shows contact data of other people, as do the pages that read it. `credentials`: it changes what the caller signs in
 * with, which is mailed each time. `lists`: of each list without others. `write`: of each write without others.
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
  | 'lists'
  | 'mailLink'
  | 'message'
  | 'openId'
  | 'register'
  | 'search'
  | 'secondFactor'
  | 'skills'
  | 'ticket'
  | 'unsubscribe'
  | 'upload'
  | 'verification'
  | 'verificationCheck'
  | 'write'
