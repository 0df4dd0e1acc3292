import { defineConfig } from 'vitest/config'

/** Suites that `npm test` leaves out; scripts/test.mjs runs them. */
const OTHER_SUITES = ['**/*.scale.test.ts', '**/*.deep.test.ts', '**/*.faults.test.ts']

const SERVER = {
  // Each file starts servers of its own; what they import is loaded once per worker, which saves
  // 38 % of the processor time. Browser modules hold state, so web files stay isolated.
  isolate: false,
  testTimeout: 20_000,
  hookTimeout: 30_000,
}

export default defineConfig({
  test: {
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
          setupFiles: ['./web/test/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        // Needs PostgreSQL or Redis.
        test: { ...SERVER, name: 'scale', include: ['server/**/*.scale.test.ts'] },
      },
    ],
  },
})
