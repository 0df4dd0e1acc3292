import { TOPICS } from '#contract/topics.ts'
import { sendTicketMail } from '../contact/ticket-mail.ts'
import { refreshSearchTexts } from '../projects/search-texts.ts'
import { hideWork } from '../users/hidden-work.ts'
import { sendPasswordChangedMail, sendResetMail } from '../users/password-mails.ts'
import type { JobHandlers } from './worker.ts'

export const jobHandlers: JobHandlers = {
  'reset mail': sendResetMail,
  'password changed mail': sendPasswordChangedMail,
  'ticket mail': sendTicketMail,
  'search texts': ({ db }, { userId }) => refreshSearchTexts(db, userId),
  'hidden work': async ({ db, changes }, { userId }) => {
    await hideWork(db, userId)
    changes.note(TOPICS)
  },
  // Added by an operator's command, which runs in a process of its own.
  'invalidate caches': async ({ changes }) => changes.note(TOPICS),
}
