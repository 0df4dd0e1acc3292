import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest would leave one core idle, which on two cores is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'server',
          // Each file starts servers of its own; what they import is loaded once per worker, which saves
          // 38 % of the processor time. In the browser's half modules hold state, so files stay apart.
          isolate: false,
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'demo/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 30_000,
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
    ],
  },
})
