import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { breadcrumbs, organization } from '../seo/structured-data.ts'

export const aboutHead: HeadFunction = ({ origin }) => ({
  structuredData: [organization(origin), breadcrumbs(origin, ['About us', paths.about()])],
})
