import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../../server/lib/db.ts'
import { newId } from '../../server/lib/ids.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { gramsOf } from '../../server/lib/search.ts'
import { searchTextOf } from '../../server/offers/offers.writes.ts'
import { PROJECT } from './processes.ts'

const RECRUITERS = 200
const SKILLS = [
  'TypeScript',
  'React',
  'Node.js',
  'Python',
  'Java',
  'Go',
  'Docker',
  'Kubernetes',
  'SQL',
  'Figma',
]
const CITIES = ['Madrid', 'Málaga', 'Valencia', 'Bogotá', 'Montevideo', 'Quito', 'Lima', 'Sevilla']
const ROLES = ['Backend', 'Frontend', 'Platform', 'Data', 'Mobile', 'Design', 'Security', 'Quality']
const DESCRIPTION =
  'We build the tools that our customers open every morning. You will own a part of the product from the first sketch to its figures in production, with people who review kindly and ship every week.'

/** A data directory with this many open offers, made once and kept in `bench/results`. */
export async function offersDataDir(offers: number): Promise<string> {
  const dir = join(PROJECT, 'bench/results', `data-${offers}`)
  if (existsSync(dir)) return dir
  const unfinished = `${dir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const database = openSqlite(join(unfinished, 'puente.db'))
  await migrate(database)
  await database.close()
  fill(join(unfinished, 'puente.db'), offers)
  renameSync(unfinished, dir)
  return dir
}

function fill(file: string, offers: number): void {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -262144')
  db.function('search_grams', { deterministic: true }, (text) => gramsOf(String(text)))
  db.exec('begin')
  const start = Date.now() - offers * 1000
  const owners = Array.from({ length: RECRUITERS }, () => newId())
  const insertUser =
    db.prepare(`insert into users (id, role, email, password_hash, name, surname, company_name, created_at, onboarded_at)
    values (?, 'recruiter', ?, '', ?, ?, ?, ?, ?)`)
  const created = new Date(start).toISOString()
  for (const [n, id] of owners.entries()) {
    insertUser.run(id, `bench-${n}@example.com`, 'Marta', `Ruiz ${n}`, `Company ${n}`, created, created)
  }
  const insertOffer =
    db.prepare(`insert into offers (id, owner_id, position, role, company, location, salary, language, description,
    skills, contract_types, created_at, updated_at, search_text) values (?, ?, ?, ?, ?, ?, ?, 'English', ?, ?, '["Full-time"]', ?, ?, ?)`)
  const insertSkill = db.prepare(
    'insert into offer_skills (offer_id, name, key, offer_created_at) values (?, ?, ?, ?)',
  )
  const insertType = db.prepare(
    'insert into offer_contract_types (offer_id, name, offer_created_at) values (?, ?, ?)',
  )
  for (let n = 0; n < offers; n += 1) {
    const id = newId()
    const time = new Date(start + n * 1000).toISOString()
    const skills = [SKILLS[n % 10], SKILLS[(n * 7 + 3) % 10]].filter(
      (one, at, all) => all.indexOf(one) === at,
    ) as string[]
    const offer = {
      position: `${ROLES[n % 8]} engineer ${n}`,
      role: ROLES[n % 8] ?? '',
      company: `Company ${n % RECRUITERS}`,
      location: CITIES[n % 8] ?? '',
      skills: JSON.stringify(skills),
      description: DESCRIPTION,
    }
    insertOffer.run(
      id,
      owners[n % RECRUITERS] ?? '',
      offer.position,
      offer.role,
      offer.company,
      offer.location,
      30_000 + (n % 40) * 1000,
      DESCRIPTION,
      offer.skills,
      time,
      time,
      searchTextOf({ ...offer, contract_types: '["Full-time"]' }),
    )
    for (const name of skills) insertSkill.run(id, name, name.toLowerCase(), time)
    for (const name of ['Full-time', 'Permanent']) insertType.run(id, name, time)
  }
  db.prepare("update totals set value = ? where name = 'offers'").run(offers)
  db.prepare("update totals set value = ? where name = 'recruiters'").run(RECRUITERS)
  db.exec('commit; analyze; pragma wal_checkpoint(truncate)')
  db.close()
}
