import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, whether its source runs or what was built of it (dist/server, where no file has its place). */
export const PROJECT = above(import.meta.dirname)

/** Whether this code runs out of dist/. */
export const isBuilt = import.meta.filename.endsWith('.cjs')

/** A file of ours, such as a font; `path` is relative to the project. */
export const ownFile = (path: string): string => join(PROJECT, path)

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('No package.json above the code')
  return above(dirname(folder))
}
