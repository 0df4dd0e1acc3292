import { readFileSync } from 'node:fs'
import { projectFile } from '../lib/project-files.ts'

/** The version in package.json. */
export const VERSION: string = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version
