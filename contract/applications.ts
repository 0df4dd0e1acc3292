import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { texts } from './texts.ts'
import { DeveloperDetails } from './users.ts'
import { accepted, FileUrl, Id, IdParams, LIMITS, phone, Time, text } from './values.ts'

export const STATUSES = ['pending', 'reviewed', 'interviewed', 'accepted', 'rejected'] as const
export type Status = (typeof STATUSES)[number]
export const Status = z.enum(STATUSES)

/** The text that the applicant accepts; stored with the application (O2). */
export const GDPR_TEXT_VERSION = '2026-11'

/** An application inside an offer: only those the caller may see (decision 30). */
export const ApplicantEntry = z
  .object({ _id: Id, user: Id, status: Status, coverLetter: z.string(), appliedDate: Time })
  .meta({ id: 'ApplicantEntry' })
export type ApplicantEntry = z.infer<typeof ApplicantEntry>

/** The caller's own application inside an offer of a list (X2). */
export const ListedEntry = ApplicantEntry.omit({ coverLetter: true }).meta({ id: 'ListedEntry' })
export type ListedEntry = z.infer<typeof ListedEntry>

/** An application with its person, for the owner of the offer; `user` is null once deactivated (decision 36). */
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
  })
  .meta({ id: 'Applicant' })
export type Applicant = z.infer<typeof Applicant>

export const Application = z.object({
  phone: phone(10, texts.offers.phone10, texts.offers.phone10),
  coverLetter: text(LIMITS.coverLetter, { lines: 'many' }).optional().default(''),
  gdprAccepted: accepted(texts.general.required),
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
  failure: texts.offers.listFailed,
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
  body: z.object({ status: z.enum(STATUSES, { error: texts.general.invalid }) }),
  failure: texts.offers.statusFailed,
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
  failure: texts.offers.listFailed,
  response: z.array(StatusChange),
})

export const getCoverLetter = endpoint({
  method: 'GET',
  path: '/offers/cover-letter/:id/:candidateId',
  access: 'signed-in',
  summary: 'The cover letter as PDF, for the offer owner and the applicant',
  params: CandidateParams,
  failure: texts.offers.pdfFailed,
  download: 'pdf',
})
