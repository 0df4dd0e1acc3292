import { previewPath } from '#contract/seo.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { breadcrumbs, developerProfile } from '../seo/structured-data.ts'
import { devQuery } from './devs.api.ts'

const DEVELOPERS = ['Developers', paths.developers()] as const

export const developersHead: HeadFunction = ({ origin }) => ({
  listParams: ['category', 'skills', 'experience', 'page'],
  structuredData: [breadcrumbs(origin, DEVELOPERS)],
})

export const developerHead: HeadFunction = ({ queryClient, params: { developerId: id = '' }, origin }) => {
  const developer = queryClient.getQueryData(devQuery(id).queryKey)
  if (!developer) return {}
  const name = fullName(developer)
  return {
    type: 'profile',
    image: previewPath('developers', id),
    summary: [name, developer.role.developer.professionalPosition].filter(Boolean).join(' · '),
    structuredData: [
      developerProfile(developer, origin),
      breadcrumbs(origin, DEVELOPERS, [name, paths.developer(id)]),
    ],
  }
}
