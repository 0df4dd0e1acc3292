/** The ten public pages; `{offers}` stands for the id of the first offer of the list. */
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
  const [placeholder, list] = /\{(\w+)\}/.exec(path) ?? []
  if (!placeholder) return url + path
  const [first] = [await (await fetch(`${url}/api/${list}?limit=1`)).json()].flat()
  return url + path.replace(placeholder, first._id)
}
