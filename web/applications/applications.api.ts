import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type Applicant,
  getCandidateHistory,
  getCoverLetter,
  listCandidates,
  notifyNow,
  type Status,
  setCandidateStatus,
} from '#contract/applications.ts'
import { call, request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'
import { cvFileName, download, saveFile } from '../lib/download.ts'

export const APPLICANTS_KEY = ['candidates']

export const applicantsKey = (offerId: string) => [...APPLICANTS_KEY, offerId]

export const applicantsQuery = (offerId: string) =>
  queryOptions({
    queryKey: [...applicantsKey(offerId), 'list'],
    queryFn: apiQuery(listCandidates, { params: { id: offerId } }),
    meta: { personal: true },
  })

export const withdrawnQuery = (offerId: string) =>
  queryOptions({
    queryKey: [...applicantsKey(offerId), 'withdrawn'],
    queryFn: apiQuery(listCandidates, { params: { id: offerId }, query: { status: 'withdrawn' } }),
    meta: { personal: true },
  })

export const historyQuery = (offerId: string, candidateId: string) =>
  queryOptions({
    queryKey: [...applicantsKey(offerId), 'history', candidateId],
    queryFn: apiQuery(getCandidateHistory, { params: { id: offerId, candidateId } }),
    meta: { personal: true },
  })

/** Updates the list with the server's response, and invalidates the history. */
export function storeApplicant(queryClient: QueryClient, offerId: string, applicant: Applicant) {
  queryClient.setQueryData(
    applicantsQuery(offerId).queryKey,
    (cached) =>
      cached && {
        ...cached,
        applicants: cached.applicants.map((one) => (one._id === applicant._id ? applicant : one)),
      },
  )
  void queryClient.invalidateQueries({ queryKey: historyQuery(offerId, applicant._id).queryKey })
}

export const sendStatus = (offerId: string, candidateId: string, status: Status) =>
  call(setCandidateStatus, { params: { id: offerId, candidateId }, body: { status } })

export const sendOpened = (offerId: string, candidateId: string) =>
  request(setCandidateStatus, {
    params: { id: offerId, candidateId },
    body: { status: 'reviewed', opened: true },
  })

export const sendNow = (applicationId: string) => call(notifyNow, { params: { id: applicationId } })

/** Saves the PDF; returns the failure, if any. */
export const downloadCoverLetter = (offerId: string, candidateId: string) =>
  download(getCoverLetter, { params: { id: offerId, candidateId } }, 'cover-letter.pdf')

/** Saves as name_surname_CV.pdf, or opens the file. */
export function downloadCv(user: NonNullable<Applicant['user']>) {
  return saveFile(user.role.developer.resume, cvFileName(user))
}
