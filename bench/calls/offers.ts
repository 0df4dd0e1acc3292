import type { Comparison } from '../lib/compare-with-bare.ts'
import { CROWDED, idOf, ownerOfOffer, type Sizes } from '../lib/fill-rows.ts'
import { read } from './read.ts'

const COMMON = `offers.id, position, offers.role, company, offers.location, contract_types, salary, offers.skills,
  offers.created_at, offers.updated_at, applicants_count, owner_id, users.name, users.surname, users.avatar,
  users.company_name`
export const LISTED_COLUMNS = `${COMMON}, substr(offers.description, 1, 301) as description`
const OFFER_COLUMNS = `${COMMON}, language, offers.description, users.location as owner_location, users.website`
const PEOPLE = `applications.id, applications.status, cover_letter, applications.phone, applied_at,
  users.id as user_id, name, surname, email, avatar, professional_position, resume, experience_years, location,
  linkedin, github, skills, languages`
export const WITH_OWNER = 'offers left join users on users.id = offers.owner_id'
const ROUND_CALLS = 200

/** The calls of offers and applications. */
export function offerCalls(sizes: Sizes): Comparison[] {
  const crowded = idOf('offer', CROWDED.offer)
  const owner = { id: idOf('recruiter', ownerOfOffer(CROWDED.offer, sizes)), role: 'recruiter' as const }
  const someOffer = idOf('offer', Math.floor(sizes.offers / 2))
  return [
    read(
      'offers: two filters',
      '/api/offers?limit=12&skills=react&contractType=Full-time',
      [
        `select ${LISTED_COLUMNS} from ${WITH_OWNER} join (select offer_id from offer_skills as word
          where key = $skill and exists (select 1 from offer_contract_types as other
            where other.offer_id = word.offer_id and other.name = $type)
          order by offer_created_at desc, offer_id desc limit 12) on offer_id = offers.id
          order by offers.created_at desc, offers.id desc`,
      ],
      { skill: 'react', type: 'Full-time' },
    ),
    read(
      'offer: detail',
      `/api/offers/${someOffer}`,
      [`select ${OFFER_COLUMNS} from ${WITH_OWNER} where offers.id = $id`],
      {
        id: someOffer,
      },
    ),
    {
      what: 'offer: apply',
      calls: (signIn, round) =>
        applications(round).map(({ offer, by }) => ({
          method: 'POST',
          path: `/api/offers/${idOf('offer', offer)}/apply`,
          token: signIn(idOf('developer', by), 'developer'),
          body: { phone: '+34612345678', coverLetter: 'I would like to work with you.', gdprAccepted: true },
        })),
      statements: [
        'update offers set applicants_count = applicants_count + 1 where id = $offer',
        `insert into applications (id, offer_id, user_id, phone, cover_letter, applied_at, gdpr_accepted_at, gdpr_text_version)
          values ($id, $offer, $by, '+34612345678', 'I would like to work with you.', '2026-01-01', '2026-01-01', '1')`,
        `insert into application_changes (id, application_id, changed_by, to_status, changed_at)
          values ($id, $id, $by, 'pending', '2026-01-01')`,
        `select ${OFFER_COLUMNS} from ${WITH_OWNER} where offers.id = $offer`,
      ],
      values: (round) =>
        applications(round).map(({ offer, by, n }) => ({
          id: `new-${n}`,
          offer: idOf('offer', offer),
          by: idOf('developer', by),
        })),
    },
    read(
      'offer: 1,000 candidates',
      `/api/offers/${crowded}/candidates`,
      [
        'select id, position, skills, owner_id from offers where id = $id',
        `select ${PEOPLE} from applications join users on users.id = user_id where offer_id = $id
          order by applied_at desc, applications.id desc`,
      ],
      { id: crowded },
      { connections: 2 },
      owner,
    ),
    {
      what: 'candidate: status',
      calls: (signIn, round) =>
        candidates(sizes).map((id) => ({
          method: 'PUT',
          path: `/api/offers/${crowded}/candidates/${id}`,
          token: signIn(owner.id, owner.role),
          body: { status: statusOf(round) },
        })),
      statements: [
        'update applications set status = $to where id = $id',
        `insert into application_changes (id, application_id, changed_by, from_status, to_status, changed_at)
          values ($change, $id, $by, 'pending', $to, '2026-01-01')`,
        `select ${PEOPLE} from applications join users on users.id = user_id where applications.id = $id`,
      ],
      values: (round) =>
        candidates(sizes).map((id) => ({ id, by: owner.id, to: statusOf(round), change: `${round}-${id}` })),
    },
    read(
      'recruiter: stats',
      `/api/offers/stats/${owner.id}`,
      [
        `select count(*), sum(applicants_count) from offers
          where owner_id = $id and deleted_at is null and hidden_at is null`,
        `select count(*) from offers join applications on offer_id = offers.id
          where owner_id = $id and deleted_at is null and hidden_at is null and applied_at >= $since`,
      ],
      { id: owner.id, since: '2026-01-01' },
      { connections: 2 },
      owner,
    ),
  ]
}

const statusOf = (round: number) => (round % 2 ? 'reviewed' : 'interviewed')

const candidates = ({ applications: before }: Sizes) =>
  Array.from({ length: ROUND_CALLS }, (_, index) => idOf('application', before + index))

/** Applicants of the crowded offer have applied to no other one; each round uses the next offers. */
const applications = (round: number) =>
  Array.from({ length: ROUND_CALLS }, (_, index) => {
    const n = round * ROUND_CALLS + index
    return { n, offer: 1 + (n % 900), by: (n % 500) + 500 * Math.floor(n / 900 / 2) }
  })
