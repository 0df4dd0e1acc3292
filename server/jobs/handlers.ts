import { sendTicketMail } from '../contact/ticket-mail.ts'
import { TOPICS } from '../lib/topics.ts'
import { sendPasswordChangedMail, sendResetMail } from '../users/password-mails.ts'
import type { JobHandlers } from './jobs.ts'

/** Who does which job. */
export const jobHandlers: JobHandlers = {
  'reset mail': sendResetMail,
  'password changed mail': sendPasswordChangedMail,
  'ticket mail': sendTicketMail,
  // Asked for by an operator's command, whose process shows no pages.
  'forget shown pages': async ({ changes }) => changes.note(TOPICS),
}
