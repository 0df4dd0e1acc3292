import { MAX_DEPTH } from '../../contract/list-depth.ts'
import { applicantOf, CROWDED, idOf, ownerOfOffer, type Sizes, wordOf } from '../lib/fill-rows.ts'

/** A main call of the product; `path` varies with the number, so that few requests are equal. */
export type ScaleCall = { what: string; path: (n: number) => string; as?: Caller; isSlow?: true }
type Caller = { id: string; role: 'developer' | 'recruiter' }

const PAGE = 12
/** Spreads consecutive numbers over the whole range. */
const some = (n: number, count: number) => (n * 7919) % count

/** The main calls, with typical parameters. */
export function scaleCalls(sizes: Sizes): ScaleCall[] {
  const { offers, projects, developers, recruiters } = sizes
  const last = (count: number) => Math.floor(Math.min(count, MAX_DEPTH) / PAGE)
  const owner: Caller = { id: idOf('recruiter', ownerOfOffer(CROWDED.offer, sizes)), role: 'recruiter' }
  const recruiter: Caller = { id: idOf('recruiter', 1), role: 'recruiter' }
  const list = (path: string, query = '') => `/api/${path}?limit=${PAGE}${query}`
  // Three frequent words, three rare ones, and two words.
  const words = [0, 1, 2, 15_000, 16_000, 17_000].map(wordOf)
  words.push(`react ${wordOf(0)}`)
  const search = (path: string) => (n: number) =>
    `${list(`${path}/search`)}&q=${encodeURIComponent(words[n % words.length] ?? '')}`
  return [
    { what: 'offers, page 1', path: () => list('offers') },
    { what: 'offers, last page', path: () => list('offers', `&page=${last(offers)}`) },
    {
      what: 'offers, two filters',
      path: () => list('offers', '&skills=react&contractType=Full-time'),
    },
    { what: 'projects, page 1', path: () => list('projects') },
    { what: 'projects, last page', path: () => list('projects', `&page=${last(projects)}`) },
    { what: 'projects, two skills', path: () => list('projects', '&skills=react,figma') },
    { what: 'directory, page 1', path: () => list('devs') },
    {
      what: 'directory, three filters',
      path: () => list('devs', '&skills=react&category=Backend&experience=2-4'),
    },
    { what: 'profile', path: (n) => `/api/devs/${idOf('developer', some(n, developers))}` },
    { what: 'offer', path: (n) => `/api/offers/${idOf('offer', some(n, offers))}` },
    { what: 'project', path: (n) => `/api/projects/${idOf('project', some(n, projects))}` },
    { what: 'search of offers', path: search('offers') },
    { what: 'search of projects', path: search('projects') },
    { what: 'search of people', path: search('devs') },
    {
      what: '1,000 candidates',
      path: () => `/api/offers/${idOf('offer', CROWDED.offer)}/candidates`,
      as: owner,
      isSlow: true,
    },
    { what: 'stats', path: () => `/api/offers/stats/${owner.id}`, as: owner },
    { what: 'conversations', path: () => '/api/messages/users', as: recruiter },
    { what: 'inbox', path: () => '/api/messages/sync?after=0', as: recruiter },
    {
      what: 'messages, last 50',
      path: () => `/api/messages/${idOf('developer', some(1, recruiters))}`,
      as: { id: idOf('recruiter', some(1, recruiters)), role: 'recruiter' },
    },
    { what: 'home: newest offers', path: () => '/api/offers?limit=6' },
    { what: 'home: projects with pictures', path: () => '/api/projects?limit=6&withGallery=true' },
    { what: 'home: outstanding developers', path: () => '/api/devs?limit=6&outstanding=true' },
  ]
}

/** The calls of applications, and the lists of offers by pay and workplace. */
export function applicationCalls(sizes: Sizes): ScaleCall[] {
  const some = Math.floor(sizes.applications / 2)
  const applicant: Caller = { id: idOf('developer', applicantOf(some, sizes)), role: 'developer' }
  const owner: Caller = { id: idOf('recruiter', 1), role: 'recruiter' }
  const filtered = (query: string) => () => `/api/offers?limit=${PAGE}&${query}`
  return [
    { what: 'own applications', path: () => `/api/applications?limit=${PAGE}`, as: applicant },
    {
      what: 'own applications, waiting',
      path: () => `/api/applications?limit=${PAGE}&state=waiting`,
      as: applicant,
    },
    {
      what: 'timeline',
      path: () => `/api/applications/${idOf('application', some)}/timeline`,
      as: applicant,
    },
    { what: 'offers, no filter', path: filtered('') },
    { what: 'offers, pay', path: filtered('payFrom=50000') },
    { what: 'offers, pay that none has', path: filtered('payFrom=100000') },
    { what: 'offers, workplace', path: filtered('workplace=remote') },
    { what: 'offers, pay and workplace', path: filtered('payFrom=50000&workplace=remote') },
    {
      what: 'offers, pay, workplace, country and years',
      path: filtered('payFrom=50000&workplace=remote&country=ES&minYears=2'),
    },
    {
      what: 'search of offers, pay and workplace',
      path: (n) => `/api/offers/search?limit=${PAGE}&q=${wordOf(n % 3)}&payFrom=50000&workplace=remote`,
    },
    { what: 'own offers', path: () => `/api/offers/mine?limit=${PAGE}`, as: owner },
    { what: 'own offers, counts', path: () => '/api/offers/mine/counts', as: owner },
  ]
}
