type Graph = {
  getModuleInfo: (id: string) => { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** The pages that visitors open first. */
const PUBLIC_PAGES =
  /\/web\/(home\/HomePage|offers\/Offers?Page|projects\/Projects?Page|devs\/(Developers|Profile)Page|recruiters\/RecruiterPage)\.tsx$/
/** Their files are all imported by one index, so nothing can be read from who imports them. */
const SMALL_PACKAGES = /\/node_modules\/@tanstack\/(react-query|query-core)\//
/** What every form needs, and what the drawings share. */
const FORMS =
  /\/(node_modules\/react-hook-form|web\/lib\/(form|drafts|use-form-persist)\.ts|web\/layout\/(FormError|RestoredNote)\.tsx|web\/ui\/TextArea\.tsx)/
/** Small, and on the page of contact, which has nothing else of the lists. */
const FIELDS = /\/web\/ui\/(Field|Select)\.tsx$/
const DRAWINGS = /\/web\/ui\/illustrations\/parts\.tsx$/
const HELPER = /vite\/preload-helper/
/** The catalogue of sentences is for schemas; pages have theirs inside (scripts/split-contract.ts). */
const TEXTS = /\/contract\/texts\.ts$/
const ENTRY = /\/web\/(index\.html|main\.tsx)$/

/** Pages that list offers, projects or people with filters. */
const LISTS = /(Offers|Projects|Developers|Recruiter)Page$/

/** Parts of no feature: where one page beside a public one uses them, others will. */
const COMMON_PARTS = /\/(web\/(ui|lib|layout|skills)|node_modules\/lucide-react)\//

/**
 * Left alone, the bundler makes a file for every combination of pages and dialogs that share something: some
 * thirty requests for one page. So the entry and what public pages share are one chunk, `base`; what only those
 * with lists share is another one, and what else a public page needs a third. What belongs to a dialog or a private
 * page alone stays as it is.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  if (SMALL_PACKAGES.test(id) || HELPER.test(id)) return 'base'
  if (TEXTS.test(id)) return null
  const roots = rootsOf(id, graph)
  if (roots.has('entry') || FIELDS.test(id)) return 'base'
  if (FORMS.test(id)) return 'forms'
  if (DRAWINGS.test(id)) return 'drawings'
  const pages = [...roots].filter((root) => PUBLIC_PAGES.test(root)).map(nameOf)
  const [page] = pages
  if (page === undefined) return null
  const isShared = pages.length > 1 || (roots.size > 1 && COMMON_PARTS.test(id))
  if (!isShared) return page // What private pages use too still comes in one file with the public one.
  return pages.every((name) => LISTS.test(name)) ? 'lists' : 'base'
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
