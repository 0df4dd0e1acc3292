import type { Category } from '#contract/values.ts'
import type { Random } from '../../server/test/random.ts'
import type { FamilyName } from '../art/covers.ts'
import { PALETTE_NAMES, type PaletteName } from '../art/palettes.ts'
import { PROJECTS } from '../content/projects.ts'
import { SNIPPETS } from '../content/snippets.ts'
import type { Developer, Project } from '../world-types.ts'
import { iso } from './clock.ts'
import type { Maker } from './maker.ts'
import { slug } from './people.ts'

/** So many projects are from the last week, for the date filters and the first page. */
const FRESH = 9

export function buildProjects(maker: Maker, developers: Developer[]): Project[] {
  const random = maker.randomFor('projects')
  const times = publishingTimes(maker, random, developers)
  const dated = PROJECTS.map((seed, i) => ({ seed, created: times[i] ?? maker.clock.nowMs }))
  const inTime = partFamilies(
    dated.sort((a, b) => a.created - b.created),
    developers,
  )
  const palettes = neighbourlyPalettes(random, inTime.length)
  const nextVariant = createTurns(random)

  return inTime.map(({ seed, created }, i) => {
    const owner = ownerOf(seed.by, developers)
    const id = maker.newId(created)
    const word = seed.word ?? seed.title
    const count = seed.pictures ?? Number(random.weighted({ 1: 9, 2: 5, 3: 2, 4: 0.7, 5: 0.4 }))
    const palette = palettes[i] ?? 'river'
    const gallery = pictureFamilies(random, seed.category, seed.art, count).map((family, place) =>
      maker.addFile('image', owner.id, created, {
        draw: 'cover',
        width: place === 0 ? 1600 : 1280,
        family,
        palette,
        variant: nextVariant(family),
        word,
        seed: `${slug(seed.title)}/${place}`,
      }),
    )
    const updated = random.chance(0.3) ? created + random.next() * (maker.clock.nowMs - created) : created
    return {
      id,
      ownerId: owner.id,
      title: seed.title,
      category: seed.category,
      year: yearOf(random, created, owner.experienceYears ?? 0),
      professionalRole: seed.role,
      duration: seed.duration,
      projectSkills: seed.skills,
      description: seed.text,
      liveLink: seed.live ? `https://${slug(word)}.example` : '',
      githubProjectLink: seed.repository ? `https://github.com/${seed.repository}` : '',
      codeSections: (seed.code ?? []).map((key) => SNIPPETS[key]),
      gallery,
      views: 0,
      createdAt: iso(created),
      updatedAt: iso(updated),
    }
  })
}

const ownerOf = (key: string, developers: Developer[]) => {
  const owner = developers.find((developer) => developer.key === key)
  if (!owner) throw new Error(`Nobody is called ${key}`)
  return owner
}

function publishingTimes(maker: Maker, random: Random, developers: Developer[]) {
  const { clock } = maker
  const fresh = new Set(random.sample([...PROJECTS.keys()], FRESH))
  let hours = -3
  return PROJECTS.map((seed, i) => {
    const joined = Date.parse(ownerOf(seed.by, developers).createdAt)
    if (fresh.has(i)) {
      hours += random.float(6, 26)
      return clock.hoursAgo(hours)
    }
    // A little after the account, never in the last week: that is for the fresh ones.
    const until = clock.daysAgo(8)
    return Math.round(joined + 3_600_000 + random.next() * Math.max(0, until - joined - 3_600_000))
  })
}

interface Dated {
  seed: (typeof PROJECTS)[number]
  created: number
}

/** Projects whose covers are of one family change their dates with others until they are not side by side. */
function partFamilies(inTime: Dated[], developers: Developer[]): Dated[] {
  const parted = [...inTime]
  const art = (place: number) => parted[place]?.seed.art
  const isCrowded = (place: number) => [1, 2, 3].some((far) => art(place) === art(place - far))
  const joined = ({ seed }: Dated) => Date.parse(ownerOf(seed.by, developers).createdAt) + 3_600_000
  for (const [place, one] of parted.entries()) {
    if (!isCrowded(place)) continue
    const other = parted.findIndex((later, at) => {
      if (at <= place || later.created <= joined(one) || one.created <= joined(later)) return false
      return [1, 2, 3].every((far) => later.seed.art !== art(place - far))
    })
    const later = parted[other]
    if (!later) continue
    parted[place] = { seed: later.seed, created: one.created }
    parted[other] = { seed: one.seed, created: later.created }
  }
  return parted
}

/** No two neighbours of a page have the same colours. */
function neighbourlyPalettes(random: Random, count: number) {
  const palettes: PaletteName[] = []
  while (palettes.length < count) {
    const recent = palettes.slice(-6)
    palettes.push(random.pick(PALETTE_NAMES.filter((name) => !recent.includes(name))))
  }
  return palettes
}

/** The compositions of each family take turns, so that the same one does not come twice in a row. */
function createTurns(random: Random) {
  const turns = new Map<FamilyName, number>()
  return (family: FamilyName) => {
    const turn = turns.get(family) ?? random.int(0, 11)
    turns.set(family, turn + 1)
    return turn
  }
}

/** What else one shows of such a project. */
const COMPANIONS: Record<Category, FamilyName[]> = {
  Frontend: ['windows', 'artboards', 'phones', 'code', 'letters', 'tiles'],
  Backend: ['code', 'networks', 'charts', 'blocks', 'windows'],
  'Full Stack': ['windows', 'phones', 'charts', 'artboards', 'networks', 'letters'],
  Mobile: ['phones', 'artboards', 'charts', 'maps', 'code'],
  DevOps: ['code', 'networks', 'blocks', 'charts', 'windows'],
  'UX/UI': ['artboards', 'phones', 'letters', 'windows', 'tiles'],
}

function pictureFamilies(random: Random, category: Category, first: FamilyName, count: number): FamilyName[] {
  if (count === 0) return []
  const others = COMPANIONS[category].filter((family) => family !== first)
  return [first, ...random.sample(others, count - 1)]
}

function yearOf(random: Random, created: number, experienceYears: number) {
  const back = Number(random.weighted({ 0: 5, 1: 3, 2: 2, 3: 1 }))
  return new Date(created).getUTCFullYear() - Math.min(back, experienceYears)
}
