import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests name the requirements that they prove by tags; Vitest refuses others. */
const REQUIREMENTS = readFileSync('docs/requirements.md', 'utf8').match(/(?<=^- )[A-Z]+-\d+/gm) ?? []

/** Suites of their own (scripts/test.mjs): on PostgreSQL and Redis; kills, power cuts, full disks; hostile runs. */
const OTHER_SUITES = ['**/*.scale.test.ts', '**/*.faults.test.ts', '**/*.deep.test.ts']

const SERVER = {
  // Each file starts servers of its own; what they import is loaded once per worker, which saves
  // 38 % of the processor time. Browser modules hold state, so web files stay isolated.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

export default defineConfig({
  test: {
    tags: REQUIREMENTS.map((name) => ({ name })),
    // By default Vitest leaves one core idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...SERVER,
          name: 'server',
          include: ['{contract,demo,scripts,server}/**/*.test.ts'],
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
          // Vitest asks for an order where pools differ.
          sequence: { groupOrder: 1 },
          setupFiles: ['./web/test/setup.ts'],
          testTimeout: 40_000,
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
        // With LONG=1, as many cases as docs/security-rules.md asks for.
        test: {
          name: 'deep',
          include: [
            'server/test/{hostile,security,model}/**/*.test.ts',
            'server/inbox/model.test.ts',
            'server/lib/plans.test.ts',
          ],
          env: { HISTORIES: '100' },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
