/** Statements and response shape of both bare lists of offers. */
export const LIST_SQL = `
  select offers.id, offers.position, offers.role, offers.company, offers.location, offers.contract_types,
    offers.salary, offers.skills, substr(offers.description, 1, 301) as description, offers.created_at, offers.updated_at,
    offers.applicants_count, offers.owner_id, users.name, users.surname, users.avatar, users.company_name
  from offers left join users on users.id = offers.owner_id
  where offers.deleted_at is null and offers.hidden_at is null
  order by offers.created_at desc, offers.id desc limit ?`
export const TOTAL_SQL = "select value from totals where name = 'offers'"

export const shownOffer = (row: Record<string, unknown>) => ({
  _id: row.id,
  position: row.position,
  title: row.position,
  role: row.role,
  company: row.company,
  location: row.location,
  contractType: JSON.parse(String(row.contract_types)),
  salary: row.salary,
  skills: JSON.parse(String(row.skills)),
  description: row.description,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  owner: {
    _id: row.owner_id,
    name: row.name,
    surname: row.surname,
    avatar: row.avatar,
    role: {
      type: 'recruiter',
      recruiter: { companyName: row.company_name },
    },
  },
  applicants: [],
  applicantsCount: row.applicants_count,
  applied: false,
})
