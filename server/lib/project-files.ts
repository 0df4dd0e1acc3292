import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, for the source and for the build (dist/server, whose layout differs). */
export const PROJECT = above(import.meta.dirname)

/** Whether this code runs from dist/. */
export const isBuilt = import.meta.filename.endsWith('.cjs')

/** A file of the project, such as a font; `path` is relative to the project. */
export const projectFile = (path: string): string => join(PROJECT, path)

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (dirname(folder) === folder) throw new Error('No package.json above the code')
  return above(dirname(folder))
}
