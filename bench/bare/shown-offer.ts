/** Statements and response shape of both bare lists of offers. */
export const LIST_SQL = `
  select offers.id, offers.position, offers.role, offers.company, offers.location, offers.contract_types,
    offers.salary, offers.pay_min_cents, offers.pay_max_cents, offers.pay_currency, offers.pay_period, offers.workplace,
    offers.countries, offers.min_years, offers.skills, substr(offers.description, 1, 301) as description,
    offers.created_at, offers.updated_at, offers.state, offers.closes_at, offers.closed_reason, offers.applicants_count,
    offers.owner_id, users.name, users.surname, users.avatar, users.company_name, users.responsiveness,
    users.verified_domain, users.verified_at
  from offers left join users on users.id = offers.owner_id
  where offers.state = 'published' and offers.deleted_at is null and offers.hidden_at is null
  order by offers.created_at desc, offers.id desc limit ?`
export const TOTAL_SQL = "select value from totals where name = 'offers'"

const NOT_RATED = { rated: false, answeredPercent: null, medianDays: null, applications: null }

export const shownOffer = (row: Record<string, unknown>) => ({
  _id: row.id,
  position: row.position,
  title: row.position,
  role: row.role,
  company: row.company,
  location: row.location,
  contractType: JSON.parse(String(row.contract_types)),
  salary: row.salary,
  pay: row.pay_currency && {
    min: Number(row.pay_min_cents) / 100,
    max: Number(row.pay_max_cents) / 100,
    currency: row.pay_currency,
    period: row.pay_period,
  },
  workplace: row.workplace,
  countries: JSON.parse(String(row.countries)),
  minYears: row.min_years,
  skills: JSON.parse(String(row.skills)),
  description: row.description,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  state: row.state,
  publishedAt: row.created_at,
  closesAt: row.closes_at,
  closedReason: row.closed_reason,
  acceptsApplications: row.state === 'published',
  owner: {
    _id: row.owner_id,
    name: row.name,
    surname: row.surname,
    avatar: row.avatar,
    role: {
      type: 'recruiter',
      recruiter: { companyName: row.company_name },
    },
    responsiveness: row.responsiveness ? JSON.parse(String(row.responsiveness)) : NOT_RATED,
    verified: row.verified_domain && { domain: row.verified_domain, since: row.verified_at },
  },
  applicants: [],
  applicantsCount: row.applicants_count,
  applied: false,
  withdrawnTwice: false,
})
