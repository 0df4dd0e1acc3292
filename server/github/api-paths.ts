/**
 * The path of a request below the host's base URL, which is also its cache key. `repository` is `owner/name` in lower
 * case; each part is encoded (P8).
 */
export const repositoryPath = (repository: string): string =>
  ['repos', ...repository.split('/').map(encodeURIComponent)].join('/')

/** The first level only. */
export const treePath = (repository: string, branch: string): string =>
  `${repositoryPath(repository)}/git/trees/${encodeURIComponent(branch)}`

export const wholeTreePath = (repository: string, branch: string): string =>
  `${treePath(repository, branch)}?recursive=1`

export const languagesPath = (repository: string): string => `${repositoryPath(repository)}/languages`
