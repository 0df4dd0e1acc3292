import type { HeadFunction } from '../seo/page-head.ts'
import { organization, webSite } from '../seo/structured-data.ts'

export const homeHead: HeadFunction = ({ origin, addressOf }) => ({
  feeds: ['offers', 'projects'],
  structuredData: [organization(origin), webSite(origin, addressOf)],
})
