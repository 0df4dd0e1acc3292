import { defineConfig } from 'vitest/config'

/** What happens to a server that is killed, cut off or full: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['server/test/faults/**/*.faults.ts'],
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
