import { defineConfig } from 'vitest/config'

/** What happens to a server that is killed, cut off or full: `npm run test:faults`. */
export default defineConfig({
  test: {
    include: ['server/test/faults/**/*.faults.ts'],
    // The short form is part of every change, the long one has the machine for itself.
    fileParallelism: process.env.LONG === undefined,
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
