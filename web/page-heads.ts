import { developerHead, developersHead } from './devs/devs.head.ts'
import { handleHead } from './handles/handles.head.ts'
import { homeHead } from './home/home.head.ts'
import { aboutHead } from './legal/about.head.ts'
import { offerHead, offersHead } from './offers/offers.head.ts'
import { projectHead, projectsHead } from './projects/projects.head.ts'
import { recruiterHead } from './recruiters/recruiters.head.ts'
import type { HeadFunction } from './seo/page-head.ts'

/** The `head` of the routes with one: passed to `createRoutes` on the server only, since browsers do not need them. */
export const pageHeads = {
  about: aboutHead,
  developer: developerHead,
  developers: developersHead,
  handle: handleHead,
  home: homeHead,
  offer: offerHead,
  offers: offersHead,
  project: projectHead,
  projects: projectsHead,
  recruiter: recruiterHead,
} satisfies Record<string, HeadFunction>

export type PageHeads = typeof pageHeads
