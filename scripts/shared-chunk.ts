type Graph = {
  getModuleInfo: (id: string) => { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** The pages that visitors open first; what several of them need travels in one file. */
const PUBLIC_PAGES =
  /\/web\/(home\/HomePage|offers\/Offers?Page|projects\/Projects?Page|devs\/(Developers|Profile)Page|recruiters\/RecruiterPage)\.tsx$/
/** Their files are all imported by one index, so nothing can be read from who imports them. */
const SMALL_PACKAGES = /\/node_modules\/@tanstack\/(react-query|query-core)\//
const ENTRY = /\/web\/(index\.html|main\.tsx)$/

/** Parts of no feature: wherever a public page uses one, others do too. */
const COMMON_PARTS = /\/(web\/(ui|lib|layout|skills)|node_modules\/lucide-react)\//

/**
 * Left alone, the bundler makes a file for every combination of pages and dialogs that share something: some
 * thirty requests for one page. So what public pages share becomes one chunk, `shared`, and what else a public page
 * needs another one; the entry, and what belongs to a dialog or a private page alone, stay as they are.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  if (SMALL_PACKAGES.test(id)) return 'shared'
  const roots = rootsOf(id, graph)
  if (roots.has('entry')) return null
  const pages = [...roots].filter((root) => PUBLIC_PAGES.test(root))
  if (pages.length > (COMMON_PARTS.test(id) ? 0 : 1)) return 'shared'
  // What private pages use too still comes in one file with the public one.
  const [page] = pages
  return page === undefined ? null : nameOf(page)
}

/** '…/offers/OfferPage.tsx' is OfferPage. */
const nameOf = (page: string) => page.slice(page.lastIndexOf('/') + 1).replace('.tsx', '')

/** What loads a module: the entry, or the page or dialog that is imported when it is needed. */
function rootsOf(id: string, graph: Graph) {
  const roots = new Set<string>()
  const seen = new Set<string>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    // Schemas: who imports their file rarely means them (scripts/split-contract.ts).
    if (seen.has(next) || next.endsWith('?full')) continue
    seen.add(next)
    const info = graph.getModuleInfo(next)
    if (ENTRY.test(next)) roots.add('entry')
    if (info && info.dynamicImporters.length > 0) roots.add(next)
    open.push(...(info?.importers ?? []))
  }
  return roots
}
