/** The ten pages that visitors open; `{offer}` is the first of its list. */
export const PAGES = [
  { name: 'home', path: '/', file: 'home/HomePage.tsx' },
  { name: 'offers', path: '/offers', file: 'offers/OffersPage.tsx' },
  { name: 'offer', path: '/offers/{offers}', file: 'offers/OfferPage.tsx' },
  { name: 'projects', path: '/projects', file: 'projects/ProjectsPage.tsx' },
  { name: 'project', path: '/projects/{projects}', file: 'projects/ProjectPage.tsx' },
  { name: 'developers', path: '/developers', file: 'devs/DevelopersPage.tsx' },
  { name: 'profile', path: '/profile/{devs}', file: 'devs/ProfilePage.tsx' },
  { name: 'recruiter', path: '/recruiter/{recruiters}', file: 'recruiters/RecruiterPage.tsx' },
  { name: 'about', path: '/about', file: 'legal/AboutPage.tsx' },
  { name: 'contact', path: '/contact', file: 'contact/ContactPage.tsx' },
] as const

export async function addressOf(url: string, path: string): Promise<string> {
  const [place, list] = /\{(\w+)\}/.exec(path) ?? []
  if (!place) return url + path
  const [first] = [await (await fetch(`${url}/api/${list}?limit=1`)).json()].flat()
  return url + path.replace(place, first._id)
}
