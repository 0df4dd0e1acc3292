import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { paths } from '../paths.ts'

const common = [
  { label: m.layout_developers, to: paths.developers() },
  { label: m.projects_plural, to: paths.projects() },
  { label: m.layout_jobs, to: paths.offers() },
]

/** The links of header and drawer; recruiters reach their own offers from everywhere (FLOW-09). */
export const mainLinks = (role: Role | undefined) =>
  role === 'recruiter'
    ? [...common, { label: m.applications_my_offers, to: paths.offersDashboard() }]
    : common
