import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { breadcrumbs, organization } from '../seo/structured-data.ts'

export const aboutHead: HeadFunction = ({ origin, addressOf }) => ({
  structuredData: [organization(origin), breadcrumbs(addressOf, [m.legal_about(), paths.about()])],
})
