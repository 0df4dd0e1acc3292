import { TOPICS } from '#contract/topics.ts'
import { sendSupportAnswerMail } from '../contact/support-answer-mail.ts'
import { sendSupportTicketMail } from '../contact/support-ticket-mail.ts'
import { sendMissedMail } from '../messages/missed-messages.ts'
import { releaseEarlier } from '../messages/requests.queries.ts'
import { backFill } from '../migrations/back-fill.ts'
import { sendDecisionMail } from '../moderation/decision-mail.ts'
import { endSuspension } from '../moderation/sanctions.ts'
import { deliverDue } from '../notifications/deliver.ts'
import { sendNotificationMail } from '../notifications/notification-mail.ts'
import { sendPush } from '../notifications/push.ts'
import { notifyApplicants } from '../offers/offer-endings.ts'
import { refreshSearchTexts } from '../projects/search-texts.ts'
import { announceEnd } from '../recruiters/verification-end.ts'
import { sendVerificationMail } from '../recruiters/verification-mail.ts'
import { sendConfirmMail, sendEmailChangeMails } from '../users/email-mails.ts'
import { sendNewDeviceMail } from '../users/new-device-mail.ts'
import { sendPasswordChangedMail, sendResetMail } from '../users/password-mails.ts'
import { sendSafetyMail } from '../users/safety-mail.ts'
import { syncVisibility } from '../users/visibility.ts'
import type { JobHandlers } from './worker.ts'

export const jobHandlers: JobHandlers = {
  'reset mail': sendResetMail,
  'password changed mail': sendPasswordChangedMail,
  'confirm mail': sendConfirmMail,
  'email change mails': sendEmailChangeMails,
  'account safety mail': sendSafetyMail,
  'new device mail': sendNewDeviceMail,
  'verification mail': sendVerificationMail,
  'verification end': announceEnd,
  'ticket mail': sendSupportTicketMail,
  'ticket answer mail': sendSupportAnswerMail,
  'moderation mail': sendDecisionMail,
  'suspension end': endSuspension,
  deliveries: deliverDue,
  'notification mail': sendNotificationMail,
  push: sendPush,
  'missed messages': sendMissedMail,
  'declined messages': ({ db }, earlier) => releaseEarlier(db, earlier),
  'search texts': ({ db }, { userId }) => refreshSearchTexts(db, userId),
  'hidden work': async ({ db, bus, changes }, { userId }) => {
    await syncVisibility({ db, bus }, userId)
    changes.publish(TOPICS)
  },
  'back-fill': (services, payload) => backFill(services, payload),
  'offer ended': notifyApplicants,
  // Added by an operator's command, which runs in another process.
  'invalidate caches': async ({ changes }) => changes.publish(TOPICS),
}
