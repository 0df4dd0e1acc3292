import { join } from 'node:path'
import { projectFile } from '../lib/project-files.ts'

/** A program of the server for a process of its own: its bundle, where `scripts/test.mjs` has made one, or its source. */
export const programFile = (path: string): string =>
  process.env.TEST_PROGRAMS
    ? join(process.env.TEST_PROGRAMS, path.replace(/\.ts$/, '.mjs'))
    : projectFile(path)
