import type { Comparison } from '../lib/compare-with-bare.ts'
import { LISTED_COLUMNS, WITH_OWNER } from './offers.ts'
import { DEVELOPER_COLUMNS, projectPage } from './projects.ts'
import { read } from './read.ts'

const OPEN = 'deleted_at is null and hidden_at is null'
const total = (name: string) => `select value from totals where name = '${name}'`

/** The calls of the home page, as a visitor. */
export const homeCalls = (): Comparison[] => [
  read('home: newest offers', '/api/offers?limit=6', [
    `select ${LISTED_COLUMNS} from ${WITH_OWNER} where offers.${OPEN.replace('hidden', 'offers.hidden')}
      order by offers.created_at desc, offers.id desc limit 6`,
    total('offers'),
    total('hires'),
  ]),
  read('home: newest projects', '/api/projects?limit=6&withGallery=true', [
    projectPage(`select id from projects where ${OPEN} and gallery_size > 0
      order by created_at desc, id desc limit 6`),
  ]),
  read('home: outstanding developers', '/api/devs?limit=6&outstanding=true', [
    `select ${DEVELOPER_COLUMNS} from users where role = 'developer' and deactivated_at is null
      and onboarded_at is not null order by created_at desc, id desc limit 6`,
  ]),
  read('home: number of developers', '/api/devs?limit=1', [
    `select ${DEVELOPER_COLUMNS} from users where role = 'developer' and deactivated_at is null
      and onboarded_at is not null order by created_at desc, id desc limit 1`,
    total('developers'),
  ]),
  read('home: number of companies', '/api/recruiters?limit=1', [
    `select id, name, surname, company_name, sector, location from users where role = 'recruiter'
      and deactivated_at is null and onboarded_at is not null order by created_at desc, id desc limit 1`,
    total('recruiters'),
  ]),
]
