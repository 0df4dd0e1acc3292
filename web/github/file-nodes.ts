import { IGNORED_ENDINGS, type RepositoryTree } from '#contract/github.ts'

export type FileNode = { name: string; isFolder: boolean; children: string[] }

/** The id of the root node. */
export const ROOT = ''

/**
 * The entries of a repository as nodes by their path: folders first, then by name, without the ignored files
 * (VAL-50). Empty folders stay: they are in the repository.
 */
export function fileNodes(entries: RepositoryTree['tree']): Map<string, FileNode> {
  const nodes = new Map<string, FileNode>([[ROOT, { name: '', isFolder: true, children: [] }]])
  for (const { path, type } of entries) {
    if (path === '' || (type !== 'tree' && isIgnored(path))) continue
    addNode(nodes, path, type === 'tree')
  }
  for (const node of nodes.values()) node.children.sort((a, b) => compare(nodes, a, b))
  return nodes
}

/** Adds a node and its ancestors: a truncated response may contain a file before or without its folder. */
function addNode(nodes: Map<string, FileNode>, path: string, isFolder: boolean): FileNode {
  const known = nodes.get(path)
  if (known) {
    known.isFolder ||= isFolder
    return known
  }
  const slash = path.lastIndexOf('/')
  const parent = slash < 0 ? nodes.get(ROOT) : addNode(nodes, path.slice(0, slash), true)
  const node = { name: path.slice(slash + 1), isFolder, children: [] }
  nodes.set(path, node)
  parent?.children.push(path)
  return node
}

const isIgnored = (path: string) => IGNORED_ENDINGS.some((ending) => path.toLowerCase().endsWith(ending))

const { compare: compareNames } = new Intl.Collator('en', { numeric: true })

function compare(nodes: Map<string, FileNode>, a: string, b: string) {
  const [first, second] = [nodes.get(a), nodes.get(b)]
  if (!first || !second) return 0
  return Number(second.isFolder) - Number(first.isFolder) || compareNames(first.name, second.name)
}
