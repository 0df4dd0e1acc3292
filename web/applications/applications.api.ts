import { queryOptions } from '@tanstack/react-query'
import {
  type Applicant,
  getCandidateHistory,
  getCoverLetter,
  listCandidates,
  type Status,
  setCandidateStatus,
} from '#contract/applications.ts'
import { call } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'
import { cvFileName, download, saveFile } from '../lib/download.ts'

export const applicantsKey = (offerId: string) => ['candidates', offerId]

export const applicantsQuery = (offerId: string) =>
  queryOptions({
    queryKey: [...applicantsKey(offerId), 'list'],
    queryFn: apiQuery(listCandidates, { params: { id: offerId } }),
    meta: { personal: true },
  })

export const historyQuery = (offerId: string, candidateId: string) =>
  queryOptions({
    queryKey: [...applicantsKey(offerId), 'history', candidateId],
    queryFn: apiQuery(getCandidateHistory, { params: { id: offerId, candidateId } }),
    meta: { personal: true },
  })

export const sendStatus = (offerId: string, candidateId: string, status: Status) =>
  call(setCandidateStatus, { params: { id: offerId, candidateId }, body: { status } })

/** Saves the PDF; gives the failure, if any. */
export const downloadCoverLetter = (offerId: string, candidateId: string) =>
  download(getCoverLetter, { params: { id: offerId, candidateId } }, 'cover-letter.pdf')

/** Saves as name_surname_CV.pdf, or opens the file. */
export function downloadCv(user: NonNullable<Applicant['user']>) {
  return saveFile(user.role.developer.resume, cvFileName(user))
}
