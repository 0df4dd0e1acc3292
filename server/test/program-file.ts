import { join } from 'node:path'
import { projectFile } from '../lib/project-files.ts'

/** The file of a program to start as a process: its bundle, if `scripts/test.mjs` has made one, or its source. */
export const programFile = (path: string): string =>
  process.env.TEST_PROGRAMS
    ? join(process.env.TEST_PROGRAMS, path.replace(/\.ts$/, '.mjs'))
    : projectFile(path)
