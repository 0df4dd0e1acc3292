import { previewPath } from '#contract/seo.ts'
import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import { paths, personPath } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { breadcrumbs, developerProfile } from '../seo/structured-data.ts'
import { devQuery } from './devs.api.ts'

const developers = () => [m.devs_plural(), paths.developers()] as const

export const developersHead: HeadFunction = ({ addressOf }) => ({
  listParams: ['category', 'skills', 'experience', 'page'],
  structuredData: [breadcrumbs(addressOf, developers())],
})

export const developerHead: HeadFunction = ({ queryClient, params: { developerId: id = '' }, addressOf }) => {
  const developer = queryClient.getQueryData(devQuery(id).queryKey)
  if (!developer) return {}
  const name = fullName(developer)
  const path = personPath('developer', developer)
  return {
    path,
    type: 'profile',
    image: previewPath('developers', id),
    summary: [name, developer.role.developer.professionalPosition].filter(Boolean).join(' · '),
    structuredData: [
      developerProfile(developer, addressOf),
      breadcrumbs(addressOf, developers(), [name, path]),
    ],
  }
}
