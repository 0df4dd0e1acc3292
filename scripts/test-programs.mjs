// Bundles the programs that tests start as processes: from source a server starts in 1.5 s of processor time, from a
// bundle in 0.5 s, and the suites start some hundreds.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { NOT_BUNDLED } from '../vite.server.config.ts'

const PROGRAMS = [
  'server/main.ts',
  'server/operator.ts',
  'server/test/server-process.ts',
  'server/test/faults/killable-process.ts',
  'server/test/faults/migrate-process.ts',
]

const outDir = process.env.TEST_PROGRAMS
// Vite empties the folder first: '' would be this one.
if (!outDir) throw new Error('TEST_PROGRAMS names the folder for the programs.')

await build({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  logLevel: 'warn',
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: Object.fromEntries(PROGRAMS.map((file) => [file.replace(/\.ts$/, ''), file])),
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
})
