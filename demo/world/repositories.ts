import { MORE_REPOSITORIES } from '../content/repositories-more.ts'
import { SYSTEMS_REPOSITORIES } from '../content/repositories-systems.ts'
import { WEB_REPOSITORIES } from '../content/repositories-web.ts'
import type { RepositorySeed } from '../content/repository-seed.ts'

export interface RepositoryResponses {
  /** `owner/name` as in the link. */
  name: string
  repository: { full_name: string; default_branch: string; html_url: string }
  tree: { tree: TreeEntry[]; truncated: boolean }
  languages: Record<string, number>
}

interface TreeEntry {
  path: string
  type: 'tree' | 'blob'
}

/** Responses of the repository host for the linked repositories, so that the panels work offline. */
export function buildRepositories(): RepositoryResponses[] {
  return [...WEB_REPOSITORIES, ...MORE_REPOSITORIES, ...SYSTEMS_REPOSITORIES].map(toResponses)
}

function toResponses({ name, branch, languages, tree }: RepositorySeed): RepositoryResponses {
  return {
    name,
    repository: { full_name: name, default_branch: branch, html_url: `https://github.com/${name}` },
    tree: { tree: parseTree(tree), truncated: false },
    languages,
  }
}

/** Parses an outline: two spaces per level, names separated by spaces, a slash after folders. */
function parseTree(outline: string): TreeEntry[] {
  const entries: TreeEntry[] = []
  const folders: string[] = []
  for (const line of outline.split('\n')) {
    if (line.trim() === '') continue
    const depth = (line.length - line.trimStart().length) / 2
    folders.length = depth
    const names = line.trim().split(' ')
    for (const name of names) {
      const path = [...folders, name.replace(/\/$/, '')].join('/')
      entries.push({ path, type: name.endsWith('/') ? 'tree' : 'blob' })
    }
    const [only = ''] = names
    if (names.length === 1 && only.endsWith('/')) folders.push(only.slice(0, -1))
  }
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1))
}
