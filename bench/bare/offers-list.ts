// The least that answers the same question: Fastify, node:sqlite, the same query, the same payload.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'

const db = new DatabaseSync(join(process.env.DATA_DIR ?? '', 'puente.db'))
db.exec('pragma journal_mode = wal; pragma cache_size = -65536')
const list = db.prepare(`
  select offers.id, offers.position, offers.role, offers.company, offers.location, offers.contract_types,
    offers.salary, offers.skills, offers.language, offers.description, offers.created_at, offers.updated_at,
    offers.applicants_count, offers.owner_id, users.name, users.surname, users.avatar, users.company_name,
    users.location as owner_location, users.website
  from offers left join users on users.id = offers.owner_id
  where offers.deleted_at is null and offers.hidden_at is null
  order by offers.created_at desc, offers.id desc limit ?`)
const total = db.prepare("select value from totals where name = 'offers'")

const app = Fastify()
app.get('/api/offers', (request, reply) => {
  const { limit } = request.query as { limit: string }
  reply.header('x-total-count', total.get()?.value)
  return list.all(Number(limit)).map((row) => ({
    _id: row.id,
    position: row.position,
    title: row.position,
    role: row.role,
    company: row.company,
    location: row.location,
    contractType: JSON.parse(String(row.contract_types)),
    salary: row.salary,
    skills: JSON.parse(String(row.skills)),
    language: row.language,
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
        recruiter: { companyName: row.company_name, location: row.owner_location, website: row.website },
      },
    },
    applicants: [],
    applicantsCount: row.applicants_count,
    applied: false,
  }))
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
