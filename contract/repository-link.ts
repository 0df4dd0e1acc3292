const LINK = /^https:\/\/(?:www\.)?github\.com\/([^/?#]+)\/([^/?#]+)(?:[/?#].*)?$/

/** An owner or a name of a repository. */
export const isRepositoryPart = (part: string): boolean =>
  /^[A-Za-z0-9_.-]{1,100}$/.test(part) && part !== '.' && part !== '..'

/** Owner and name of an accepted link, else undefined (decision 41, VAL-49). Without Zod, since a page uses it. */
export function repositoryOf(link: string): { owner: string; repo: string } | undefined {
  const [, owner = '', name = ''] = LINK.exec(link.trim()) ?? []
  const repo = name.replace(/\.git$/, '')
  return isRepositoryPart(owner) && isRepositoryPart(repo) ? { owner, repo } : undefined
}
