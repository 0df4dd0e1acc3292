import { LRUCache } from 'lru-cache'

const MAX_LABELS = 100
/** Cached labels: this runs with each page. */
const MAX_PATHS = 1000
const WORD = /^[a-z][a-z-]{0,30}$/

/** Labels of pages for metrics: without ids and tokens, and a bounded number of them. */
export function createPageLabels(): (url: string, status: number) => string {
  const distinct = new Set<string>()
  const labels = new LRUCache<string, string>({ max: MAX_PATHS })

  function labelOf(path: string): string {
    const parts = path.split('/').filter((part) => part !== '')
    const label = `page /${parts.map((part) => (WORD.test(part) ? part : ':id')).join('/')}`
    if (!distinct.has(label) && distinct.size >= MAX_LABELS) return 'page other'
    distinct.add(label)
    return label
  }

  return (url, status) => {
    // Unknown addresses are arbitrary.
    if (status >= 400) return 'page none'
    const path = url.split('?')[0] ?? ''
    const known = labels.get(path)
    if (known !== undefined) return known
    const label = labelOf(path)
    labels.set(path, label)
    return label
  }
}
