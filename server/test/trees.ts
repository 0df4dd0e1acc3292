import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder with the sum of its bytes; the lock of a running server does not count. */
export function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'lock',
  )
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), hash('sha256', readFileSync(path))]),
  )
}
