import { STATUSES } from '../../contract/applications.ts'
import { CONTRACT_TYPES } from '../../contract/offers.ts'
import { CATEGORIES } from '../../contract/values.ts'
import { categoryFacet, searchTextOf as developerText, yearsFacet } from '../../server/devs/listing.ts'
import { locationKeysOf } from '../../server/offers/offer-pay.ts'
import { contractWords, searchTextOf as offerText } from '../../server/offers/offers.mapping.ts'
import { searchTextOf as projectText } from '../../server/projects/projects.mapping.ts'

export type Value = string | number | null
export type TableRows = { table: string; columns: readonly string[]; count: number; rows: Iterable<Value[]> }

/** Row counts by number of offers. */
export const sizesOf = (offers: number) => {
  const people = Math.min(200_000, Math.max(1200, offers / 5))
  return {
    offers,
    projects: offers,
    recruiters: people / 10,
    developers: people - people / 10,
    applications: 2 * offers,
    conversations: offers / 5,
  }
}

/** Deterministic ids; no two kinds share one. */
export const idOf = (kind: Kind, n: number): string => {
  const time = (START + n * STEP_MS).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${KINDS.indexOf(kind).toString(16).padStart(3, '0')}-8000-${n.toString(16).padStart(12, '0')}`
}

/** The offer with this many applicants; it is the oldest. */
export const CROWDED = { offer: 0, applicants: 1000 }
export const ownerOfOffer = (n: number, { recruiters }: Sizes) => n % recruiters

/** The applicants: the two of an offer are adjacent, after those of the crowded one. */
export function applicantOf(n: number, { applications, developers }: Sizes): number {
  if (n >= applications) return n - applications
  const rest = developers - CROWDED.applicants - 1
  return CROWDED.applicants + Math.floor(random(Math.floor(n / 2), 10) * rest) + (n % 2)
}

/** A word of six letters; low numbers are frequent in the texts, high ones rare. */
export const wordOf = (rank: number): string =>
  [rank % 60, Math.floor(rank / 60) % 60, Math.floor(rank / 3600) % 60]
    .map((syllable) => `${'bcdfglmnprst'[syllable % 12]}${'aeiou'[Math.floor(syllable / 12)]}`)
    .join('')

export type Sizes = ReturnType<typeof sizesOf>
const KINDS = [
  'recruiter',
  'developer',
  'offer',
  'project',
  'application',
  'conversation',
  'message',
  'change',
] as const
type Kind = (typeof KINDS)[number]

const START = Date.UTC(2024, 0, 1)
const STEP_MS = 20_000
const WORDS = 20_000
const MESSAGES_EACH = 25
const SKILLS = 'TypeScript,React,Node.js,Python,Java,Go,Docker,Kubernetes,SQL,Figma,Rust,Elm'.split(',')
const CITIES = 'Madrid,Málaga,Valencia,Bogotá,Montevideo,Quito,Lima,Sevilla'.split(',')
const ROLES = 'Backend,Frontend,Platform,Data,Mobile,Design,Security,Quality'.split(',')
const NAMES = 'Lucía,Marta,Iker,Noa,Sofía,Diego,Aitana,Mateo,Valentina,Pau'.split(',')
const SURNAMES = 'Ruiz,Gómez,Ibáñez,Serra,Quispe,Fernández,Iglesias,Rojas'.split(',')
const TEXT =
  'We build the tools that our customers open every morning. You will own a part of the product from the first sketch to its figures in production, with people who review kindly.'

const timeOf = (n: number) => new Date(START + n * STEP_MS).toISOString()
const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? ''

/** Evenly spread, and always the same for the same n. */
function random(n: number, salt: number): number {
  let mixed = Math.imul(n ^ (salt * 0x9e3779b9), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

/** Few words are frequent, many are rare, as in natural language. */
const someWord = (n: number, salt: number) => wordOf(Math.floor(WORDS * random(n, salt) ** 3))
const someSkills = (n: number) => [
  ...new Set([1, 2, 3].map((salt) => pick(SKILLS, Math.floor(SKILLS.length * random(n, salt) ** 2)))),
]

/** Every table in the order of its references. */
export function tableRows(sizes: Sizes): TableRows[] {
  return [...people(sizes), ...offers(sizes), ...projects(sizes), ...conversations(sizes)]
}

const table = (
  name: string,
  columns: string,
  count: number,
  rowsOf: (n: number) => Value[][],
): TableRows => ({
  table: name,
  columns: columns.split(' '),
  count,
  rows: (function* () {
    for (let n = 0; n < count; n += 1) yield* rowsOf(n)
  })(),
})

function developer(n: number) {
  return {
    name: pick(NAMES, n),
    surname: `${pick(SURNAMES, Math.floor(n / NAMES.length))} ${someWord(n, 4)}`,
    professional_position: `${pick(ROLES, n)} developer`,
    experience_years: n % 9,
    skills: someSkills(n),
    location: pick(CITIES, n),
  }
}

function people({ recruiters, developers }: Sizes): TableRows[] {
  const years = (n: number) => (n % 9 <= 1 ? '0-1' : n % 9 <= 4 ? '2-4' : '5+')
  return [
    table(
      'users',
      'id role email password_hash name surname company_name created_at onboarded_at',
      recruiters,
      (n) => [
        [
          idOf('recruiter', n),
          'recruiter',
          `recruiter-${n}@example.com`,
          '',
          pick(NAMES, n),
          pick(SURNAMES, n),
          `Company ${n}`,
          timeOf(n),
          timeOf(n),
        ],
      ],
    ),
    table(
      'users',
      'id role email password_hash name surname professional_position experience_years skills location created_at onboarded_at search_text',
      developers,
      (n) => {
        const { skills, ...dev } = developer(n)
        return [
          [
            idOf('developer', n),
            'developer',
            `developer-${n}@example.com`,
            '',
            dev.name,
            dev.surname,
            dev.professional_position,
            dev.experience_years,
            JSON.stringify(skills),
            dev.location,
            timeOf(n),
            timeOf(n),
            developerText({ ...dev, skills }),
          ],
        ]
      },
    ),
    table('user_skills', 'user_id name key user_created_at', developers, (n) =>
      someSkills(n).map((name) => [idOf('developer', n), name, name.toLowerCase(), timeOf(n)]),
    ),
    table('user_facets', 'user_id facet user_created_at', developers, (n) =>
      [categoryFacet(pick(CATEGORIES, n)), yearsFacet(years(n))].map((facet) => [
        idOf('developer', n),
        facet,
        timeOf(n),
      ]),
    ),
  ]
}

const typesOf = (n: number) => [pick(CONTRACT_TYPES, Math.floor(CONTRACT_TYPES.length * random(n, 5) ** 2))]

/** After every run. */
const CLOSES_AT = '2099-12-31T00:00:00.000Z'
const WORKPLACES = ['onsite', 'hybrid', 'remote', '']
const COUNTRIES = [['ES'], ['ES', 'PT'], ['MX'], []]

/** Most offers have a pay: a range in euros a year, sometimes in dollars or a month. */
function workOf(n: number) {
  const workplace = pick(WORKPLACES, Math.floor(WORKPLACES.length * random(n, 15)))
  const countries = COUNTRIES[Math.floor(COUNTRIES.length * random(n, 16))] ?? []
  const salary = 30_000 + (n % 40) * 1000
  const [kind, years] = [n % 10, n % 7]
  const period = kind === 1 ? 'month' : 'year'
  const [min, max] = period === 'month' ? [salary / 10, salary / 8] : [salary - 3000, salary + 3000]
  const pay: Value[] =
    kind === 0
      ? [null, null, null, null, null]
      : [
          Math.round(min * 100),
          Math.round(max * 100),
          kind === 2 ? 'USD' : 'EUR',
          period,
          Math.round(period === 'month' ? max * 12 : max),
        ]
  return {
    workplace,
    countries,
    columns: [...pay, workplace, JSON.stringify(countries), years > 5 ? null : years],
  }
}
const WORK_COLUMNS =
  'pay_min_cents pay_max_cents pay_currency pay_period pay_year_max workplace countries min_years'

function offers(sizes: Sizes): TableRows[] {
  const { applications } = sizes
  const applicants = (n: number) => 2 + (n === CROWDED.offer ? CROWDED.applicants : 0)
  const status = (n: number) => pick(STATUSES, n)
  const application = (n: number, offer: number, by: number): Value[] => [
    idOf('application', n),
    idOf('offer', offer),
    idOf('developer', by),
    status(n),
    '600000000',
    '',
    timeOf(n),
    timeOf(n),
    '1',
  ]
  return [
    table(
      'offers',
      'id owner_id position role company location salary language description skills contract_types applicants_count created_at updated_at closes_at search_text ' +
        WORK_COLUMNS,
      sizes.offers,
      (n) => {
        const owner = ownerOfOffer(n, sizes)
        const text = {
          position: `${pick(ROLES, n)} engineer ${someWord(n, 6)}`,
          role: pick(ROLES, n),
          company: `Company ${owner}`,
          location: pick(CITIES, Math.floor(random(n, 7) * CITIES.length)),
          skills: someSkills(n),
          description: `${TEXT} ${someWord(n, 8)} ${someWord(n, 9)}.`,
          contractType: typesOf(n),
        }
        return [
          [
            idOf('offer', n),
            idOf('recruiter', owner),
            text.position,
            text.role,
            text.company,
            text.location,
            30_000 + (n % 40) * 1000,
            'English',
            text.description,
            JSON.stringify(text.skills),
            JSON.stringify(text.contractType),
            applicants(n),
            timeOf(n),
            timeOf(n),
            CLOSES_AT,
            offerText(text),
            ...workOf(n).columns,
          ],
        ]
      },
    ),
    table('offer_skills', 'offer_id name key offer_created_at', sizes.offers, (n) =>
      someSkills(n).map((name) => [idOf('offer', n), name, name.toLowerCase(), timeOf(n)]),
    ),
    table('offer_contract_types', 'offer_id name offer_created_at', sizes.offers, (n) =>
      contractWords(typesOf(n)).map((name) => [idOf('offer', n), name, timeOf(n)]),
    ),
    table('offer_places', 'offer_id place offer_created_at', sizes.offers, (n) =>
      locationKeysOf(workOf(n)).map((key) => [idOf('offer', n), key, timeOf(n)]),
    ),
    table(
      'applications',
      'id offer_id user_id status phone cover_letter applied_at gdpr_accepted_at gdpr_text_version',
      applications + CROWDED.applicants,
      (n) => {
        const offer = n >= applications ? CROWDED.offer : Math.floor(n / 2)
        return [application(n, offer, applicantOf(n, sizes))]
      },
    ),
    table(
      'application_changes',
      'id application_id changed_by from_status to_status changed_at sent_at',
      applications,
      (n) => {
        if (status(n) === 'pending') return []
        const by = idOf('recruiter', ownerOfOffer(Math.floor(n / 2), sizes))
        const at = timeOf(n + 1)
        return [[idOf('change', n), idOf('application', n), by, 'pending', status(n), at, at]]
      },
    ),
  ]
}

function projects({ projects: count, developers }: Sizes): TableRows[] {
  const image = JSON.stringify(['https://images.example.com/cover.webp'])
  return [
    table(
      'projects',
      'id owner_id title category year professional_role description skills gallery gallery_size created_at updated_at search_text',
      count,
      (n) => {
        const by = n % developers
        const text = {
          title: `${pick(ROLES, n)} ${someWord(n, 11)}`,
          category: pick(CATEGORIES, by),
          projectSkills: someSkills(n),
          description: `${TEXT} ${someWord(n, 12)} ${someWord(n, 13)}.`,
        }
        return [
          [
            idOf('project', n),
            idOf('developer', by),
            text.title,
            text.category,
            2020 + (n % 6),
            'Developer',
            text.description,
            JSON.stringify(text.projectSkills),
            n % 2 ? image : '[]',
            n % 2,
            timeOf(n),
            timeOf(n),
            projectText(text, developer(by)),
          ],
        ]
      },
    ),
    table('project_skills', 'project_id name key project_created_at', count, (n) =>
      someSkills(n).map((name) => [idOf('project', n), name, name.toLowerCase(), timeOf(n)]),
    ),
  ]
}

function conversations({ conversations: count, developers, recruiters }: Sizes): TableRows[] {
  // Recruiters' ids sort before those of developers with the same or a higher number only, so they are compared.
  const pairOf = (n: number) =>
    [
      idOf('developer', n % developers),
      idOf('recruiter', (n + Math.floor(n / developers)) % recruiters),
    ].sort()
  const last = (n: number) => n * MESSAGES_EACH + MESSAGES_EACH - 1
  return [
    table('conversations', 'id low_id high_id last_seq created_at', count, (n) => {
      const [low = '', high = ''] = pairOf(n)
      return [[idOf('conversation', n), low, high, MESSAGES_EACH, timeOf(n)]]
    }),
    table(
      'conversation_sides',
      'user_id peer_id conversation_id read_seq received_seq last_message_at last_message_id',
      count,
      (n) => {
        const [low = '', high = ''] = pairOf(n)
        return [
          [low, high],
          [high, low],
        ].map(([mine = '', other = '']) => [
          mine,
          other,
          idOf('conversation', n),
          MESSAGES_EACH,
          MESSAGES_EACH,
          timeOf(last(n)),
          idOf('message', last(n)),
        ])
      },
    ),
    table(
      'messages',
      'id conversation_id seq sender_id receiver_id text created_at',
      count * MESSAGES_EACH,
      (n) => {
        const index = Math.floor(n / MESSAGES_EACH)
        const [one = '', other = ''] = pairOf(index)
        const [from, to] = n % 2 ? [one, other] : [other, one]
        return [
          [
            idOf('message', n),
            idOf('conversation', index),
            (n % MESSAGES_EACH) + 1,
            from,
            to,
            `${someWord(n, 14)} ${TEXT.slice(0, 60)}`,
            timeOf(n),
          ],
        ]
      },
    ),
  ]
}
