/** One mail, as text and perhaps HTML. `replyTo` is the sender of a support ticket. */
export type Mail = { to: string; subject: string; text: string; html?: string; replyTo?: string }

export type Mailer = {
  /** Rejects when the mail could not be handed over; callers decide what that means. */
  send: (mail: Mail) => Promise<void>
  close: () => Promise<void>
}
