import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileLanguages } from './scripts/languages.mjs'
import { NODE_FLAGS } from './scripts/memory.mjs'

compileLanguages()

/** Tags name the requirements that a test proves; Vitest refuses others. */
const REQUIREMENTS = readFileSync('docs/requirements.md', 'utf8').match(/(?<=^- )[A-Z]+-\d+/gm) ?? []

/** Separate suites (scripts/test.mjs): on PostgreSQL and Redis; kills, power cuts, full disks; hostile runs. */
const OTHER_SUITES = ['**/*.scale.test.ts', '**/*.faults.test.ts', '**/*.deep.test.ts']

/**
 * Server tests without a second run on PostgreSQL: without a database, with a separate server without
 * `TEST_DATABASE_URL`, or about code before any query.
 */
const ENGINE_FREE = [
  '{contract,demo,deploy,scripts}/**',
  'server/{start,open-services}.test.ts',
  'server/applications/letter-layout.test.ts',
  'server/files/{image-workers,file-urls}.test.ts',
  'server/users/common-passwords.test.ts',
  'server/http/{client-address,slow-clients}.test.ts',
  'server/mail/mail-transport.test.ts',
  'server/lib/{paging,tokens,turns}.test.ts',
  'server/{inbox,test}/plans.test.ts',
  'server/test/model/**',
  'server/mail/previews.test.ts',
  'server/test/languages.test.ts',
  'server/test/security/{access-sockets,costly-text,fuzz-sockets,leaks,limits,mass-assignment,protocol}.test.ts',
  'server/test/security/{unconfirmed,uploads}.test.ts',
]

/** Slow on PostgreSQL, and hardly about it. With `--long`. */
const LONG_ON_ENGINES = process.env.LONG ? [] : ['server/test/security/access-matrix.test.ts']

const SERVER = {
  // Each file starts its own servers; imports are loaded once per worker, which saves
  // 38 % of the processor time. Browser modules hold state, so web files stay isolated.
  isolate: false,
  // As in production, since collections of garbage are pauses, too.
  execArgv: NODE_FLAGS,
  // Some start several processes, which take long on a busy machine.
  testTimeout: 40_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    tags: REQUIREMENTS.map((name) => ({ name })),
    // Many tests wait for a clock or for another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['{contract,demo,deploy,scripts,server}/**/*.test.ts'],
          exclude: OTHER_SUITES,
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
          // A context for each file, jsdom loaded once per worker: half the processor time of a process for each file.
          pool: 'vmThreads',
          // Vitest requires an order where pools differ.
          sequence: { groupOrder: 1 },
          setupFiles: ['./web/test/setup.ts'],
          testTimeout: 40_000,
        },
      },
      {
        // Not `--exclude`, which Vitest ignores for a project with `exclude` of its own.
        test: {
          ...SERVER,
          name: 'engines',
          include: ['server/**/*.test.ts'],
          exclude: [...OTHER_SUITES, ...ENGINE_FREE, ...LONG_ON_ENGINES],
        },
      },
      {
        test: { ...SERVER, name: 'scale', include: ['server/**/*.scale.test.ts'] },
      },
      {
        test: {
          name: 'faults',
          include: ['server/**/*.faults.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // With LONG=1, the number of cases in docs/security-rules.md.
        test: {
          name: 'deep',
          execArgv: NODE_FLAGS,
          include: [
            'server/test/{hostile,security,model}/**/*.test.ts',
            'server/inbox/model.test.ts',
            'server/test/plans.test.ts',
            'server/migrations/former-release.deep.test.ts',
            'server/operations/alerts.deep.test.ts',
            'deploy/samples.deep.test.ts',
            'scripts/{image,release}.deep.test.ts',
          ],
          env: { HISTORIES: '100' },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
