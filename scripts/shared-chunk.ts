type ModuleGraph = {
  getModuleInfo: (id: string) => { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

const ENTRY = /\/web\/(index\.html|main\.tsx)$/
/** Most visits begin with one of these. */
const PUBLIC_PAGE = /\/(Home|Offers?|Projects?|Developers|Profile|Recruiter|About|Contact)Page\.tsx$/
/** Small modules that belong to no feature. */
const PART = /\/(web\/ui|lucide-react)\//

/**
 * The chunk of a module: `shared` for what the entry or several public pages need, otherwise that of the one public
 * page that needs it, otherwise the bundler's choice. Without this rule a first visit takes some thirty requests.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  const roots = rootsOf(id, graph)
  const pages = roots.filter((root) => PUBLIC_PAGE.test(root))
  if (roots.some((root) => ENTRY.test(root)) || pages.length > 1) return 'shared'
  const [page] = pages
  if (page === undefined) return null
  return roots.length > 1 && PART.test(id) ? 'shared' : page.replace(/^.*\/|\.tsx$/g, '')
}

/** The entry and the dynamically imported modules that lead to a module. */
function rootsOf(id: string, graph: ModuleGraph, seen = new Set<string>()): string[] {
  // Schemas belong to the forms that use them (scripts/split-contract.ts).
  if (seen.has(id) || id.endsWith('?full')) return []
  seen.add(id)
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  const isRoot = ENTRY.test(id) || dynamicImporters.length > 0
  return [...(isRoot ? [id] : []), ...importers.flatMap((importer) => rootsOf(importer, graph, seen))]
}
