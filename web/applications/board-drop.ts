import type { Status } from '#contract/applications.ts'

/** The last move on the board: a card and its column, which after a refusal is the former one. */
export type Drop = {
  applicantId: string
  status: Status
  /** The id of the control that takes the focus along. */
  focus?: string | undefined
}
