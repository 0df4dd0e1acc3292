import { defineConfig } from 'vitest/config'

/** The security tests with as many cases as the rules ask for, and plans over 100,000 projects: `npm run test:deep`. */
export default defineConfig({
  test: {
    include: [
      'server/test/security/**/*.test.ts',
      'server/test/model/*.test.ts',
      'server/inbox/model.test.ts',
      'server/lib/plans.test.ts',
    ],
    env: { DEEP: '1', HISTORIES: '100' },
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
