import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { paging } from './lists.ts'
import { OFFER_STATES } from './offer-life.ts'
import { ListedRecruiterRef } from './owners.ts'
import { m } from './texts.ts'
import { DeveloperDetails } from './users.ts'
import { accepted, FileUrl, Id, IdParams, LIMITS, phone, Time, text } from './values.ts'

export const STATUSES = ['pending', 'reviewed', 'interviewed', 'accepted', 'rejected'] as const
export type Status = (typeof STATUSES)[number]
export const Status = z.enum(STATUSES)

/** Meaning of each status for the applicant. An outcome is an answer that is sent with a delay (APPL-03). */
export const STATUS_MEANINGS: Record<Status, 'waiting' | 'answer' | 'outcome'> = {
  pending: 'waiting',
  reviewed: 'waiting',
  interviewed: 'answer',
  accepted: 'outcome',
  rejected: 'outcome',
}

/** Applicants by status, before they are counted. */
export const NO_STAGES = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>

/** The text that the applicant accepts; stored with the application (O2). */
export const GDPR_TEXT_VERSION = '2026-11'

/** An application inside an offer, as far as the caller may see it (decision 30). */
export const ApplicantEntry = z
  .object({ _id: Id, user: Id, status: Status, coverLetter: z.string(), appliedDate: Time })
  .meta({ id: 'ApplicantEntry' })
export type ApplicantEntry = z.infer<typeof ApplicantEntry>

/** The caller's own application inside an offer of a list (X2). */
export const ListedEntry = ApplicantEntry.omit({ coverLetter: true }).meta({ id: 'ListedEntry' })
export type ListedEntry = z.infer<typeof ListedEntry>

/** An application with its applicant, for the owner of the offer; `user` is null once deactivated (decision 36). */
export const Applicant = z
  .object({
    _id: Id,
    user: z
      .object({
        _id: Id,
        name: z.string(),
        surname: z.string(),
        email: z.string(),
        avatar: FileUrl,
        role: z.object({ type: z.literal('developer'), developer: DeveloperDetails }),
      })
      .nullable(),
    status: Status,
    coverLetter: z.string(),
    phone: z.string(),
    appliedDate: Time,
    /** The status last sent to the applicant, and the time at which the current one is sent; null once it is (APPL-04). */
    sentStatus: Status,
    sendsAt: Time.nullable(),
    withdrawnAt: Time.nullable(),
  })
  .meta({ id: 'Applicant' })
export type Applicant = z.infer<typeof Applicant>

export const Application = z.object({
  phone: phone(10, m.offers_phone_10, m.offers_phone_10),
  coverLetter: text(LIMITS.coverLetter, { lines: 'many' }).optional().default(''),
  gdprAccepted: accepted(m.general_required),
})
export type Application = z.output<typeof Application>

export const Candidates = z.object({
  _id: Id,
  position: z.string(),
  skills: z.array(z.string()),
  applicants: z.array(Applicant),
})
export type Candidates = z.infer<typeof Candidates>

export const listCandidates = endpoint({
  method: 'GET',
  path: '/offers/:id/candidates',
  access: 'recruiter',
  summary: 'The applicants of an own offer, newest first',
  params: IdParams,
  query: z.object({
    status: z.enum([...STATUSES, 'withdrawn'], { error: m.general_invalid }).optional(),
  }),
  failure: m.offers_list_failed,
  response: Candidates,
  unbounded: 'applicants',
})

/** `candidateId` is the id of the application; the applicant's user id is accepted too (decision 45). */
export const CandidateParams = z.object({ id: Id, candidateId: Id })

export const setCandidateStatus = endpoint({
  method: 'PUT',
  path: '/offers/:id/candidates/:candidateId',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Moves an applicant of an own offer',
  params: CandidateParams,
  body: z.object({
    status: z.enum(STATUSES, { error: m.general_invalid }),
    /** The first opening of the applicant's details: changes a pending application without a former status only (APPL-05). */
    opened: z.boolean({ error: m.general_invalid }).optional(),
  }),
  failure: m.offers_status_failed,
  response: z.object({ msg: z.string(), applicant: Applicant }),
})

export const StatusChange = z.object({
  from: Status.nullable(),
  to: Status,
  changedBy: Id.nullable(),
  changedByName: z.string(),
  changedAt: Time,
})
export type StatusChange = z.infer<typeof StatusChange>

export const getCandidateHistory = endpoint({
  method: 'GET',
  path: '/offers/:id/candidates/:candidateId/history',
  access: 'recruiter',
  summary: 'Every status of an applicant of an own offer, oldest first',
  params: CandidateParams,
  failure: m.applications_history_failed,
  response: z.array(StatusChange),
})

export const getCoverLetter = endpoint({
  method: 'GET',
  path: '/offers/cover-letter/:id/:candidateId',
  access: 'signed-in',
  summary: 'The cover letter as PDF, for the offer owner and the applicant',
  params: CandidateParams,
  failure: m.offers_pdf_failed,
  download: 'pdf',
})

export const STATES = ['waiting', 'answered', 'no-answer', 'withdrawn', 'closed'] as const
export type ApplicationState = (typeof STATES)[number]

/** An own application (APPL-01). `status` is the last one that was sent. */
export const OwnApplication = z
  .object({
    _id: Id,
    status: Status,
    state: z.enum(STATES),
    appliedDate: Time,
    lastChangeAt: Time,
    answerBy: Time,
    withdrawnAt: Time.nullable(),
    offer: z.object({
      _id: Id,
      position: z.string(),
      company: z.string(),
      location: z.string(),
      state: z.enum(OFFER_STATES),
      owner: ListedRecruiterRef.nullable(),
    }),
    interview: z.null(),
  })
  .meta({ id: 'OwnApplication' })
export type OwnApplication = z.infer<typeof OwnApplication>

export const listApplications = listEndpoint({
  method: 'GET',
  path: '/applications',
  access: 'developer',
  summary: 'The own applications, newest first',
  query: z.object({ ...paging, state: z.enum(STATES, { error: m.general_invalid }).optional() }),
  failure: m.applications_list_failed,
  item: OwnApplication,
})

export const ApplicationNumbers = z.object(
  Object.fromEntries(STATES.map((state) => [state, z.number().int()])) as Record<ApplicationState, z.ZodInt>,
)

export const countApplications = endpoint({
  method: 'GET',
  path: '/applications/numbers',
  access: 'developer',
  summary: 'How many own applications are in each state',
  failure: m.applications_list_failed,
  response: ApplicationNumbers,
})

export const LastApplication = z.object({ phone: z.string(), coverLetter: z.string() })

export const getLastApplication = endpoint({
  method: 'GET',
  path: '/applications/last',
  access: 'developer',
  summary: 'Phone and letter of the last own application, empty without one',
  failure: m.applications_list_failed,
  response: LastApplication,
})

export const TIMELINE_KINDS = [
  'applied',
  'status',
  'reminded',
  'no-answer',
  'answered',
  'withdrawn',
  'interview',
  'closed',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

/** `reason` and `reminded` are for the owner of the offer only. */
export const TimelineEvent = z
  .object({
    at: Time,
    kind: z.enum(TIMELINE_KINDS),
    from: Status.optional(),
    to: Status.optional(),
    by: z.object({ _id: Id, name: z.string() }).nullable(),
    reason: z.string().optional(),
  })
  .meta({ id: 'TimelineEvent' })
export type TimelineEvent = z.infer<typeof TimelineEvent>

export const getTimeline = endpoint({
  method: 'GET',
  path: '/applications/:id/timeline',
  access: 'signed-in',
  summary: 'What happened to an application, oldest first, for the applicant and the owner of the offer',
  params: IdParams,
  failure: m.applications_one_failed,
  response: z.array(TimelineEvent),
})

export const withdrawApplication = endpoint({
  method: 'POST',
  path: '/applications/:id/withdraw',
  access: 'developer',
  limits: ['apply'],
  changes: ['offers'],
  summary: 'Withdraws an own application',
  params: IdParams,
  body: z.object({ reason: text(LIMITS.withdrawReason, { lines: 'many' }).optional().default('') }),
  failure: m.applications_withdraw_failed,
  response: z.object({ message: z.string(), _id: Id }),
})

export const notifyNow = endpoint({
  method: 'POST',
  path: '/applications/:id/notify-now',
  access: 'recruiter',
  changes: ['offers'],
  summary: 'Sends an outcome to the applicant of an own offer without further delay',
  params: IdParams,
  failure: m.applications_notify_failed,
  response: z.object({ message: z.string(), applicant: Applicant }),
})

/** `reviewOnOpen`: the first opening of an applicant makes a pending one reviewed (APPL-05). */
export const ApplicationSettings = z.object({ reviewOnOpen: z.boolean({ error: m.general_invalid }) })
export type ApplicationSettings = z.infer<typeof ApplicationSettings>

export const getApplicationSettings = endpoint({
  method: 'GET',
  path: '/settings/applications',
  access: 'recruiter',
  summary: 'How the own board behaves',
  failure: m.general_request_failed,
  response: ApplicationSettings,
})

export const updateApplicationSettings = endpoint({
  method: 'PUT',
  path: '/settings/applications',
  access: 'recruiter',
  changes: [],
  summary: 'Changes how the own board behaves',
  body: ApplicationSettings.partial(),
  failure: m.settings_update_failed,
  response: ApplicationSettings,
})
