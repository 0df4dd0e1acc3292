import { paths } from '../paths.ts'

export const mainLinks = [
  { label: 'Developers', to: paths.developers() },
  { label: 'Projects', to: paths.projects() },
  { label: 'Jobs', to: paths.offers() },
]
