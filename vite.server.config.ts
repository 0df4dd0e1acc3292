import { defineConfig } from 'vite'
import { compileLanguages } from './scripts/languages.mjs'

compileLanguages()

/** Packages with native code or files of their own, and one for development only. */
export const NOT_BUNDLED = ['@fastify/swagger-ui', '@node-rs/argon2', 'fontkit', 'pdfkit', 'sharp', 'vite']

/**
 * The server and the operator's commands in a few files (decision 20). CommonJS, because an ES module that imports
 * `node:http` loads its lazy exports too, an HTTP client of 35 ms.
 */
export default defineConfig({
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        operator: 'server/operator.ts',
        'image-worker': 'server/files/image-worker.ts',
        'letter-worker': 'server/applications/letter-worker.ts',
        'sqlite-worker': 'server/sqlite/worker.ts',
      },
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        // White space and comments only: stack traces keep the names of functions.
        minify: { compress: false, mangle: false },
      },
    },
  },
})
