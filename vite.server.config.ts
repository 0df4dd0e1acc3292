import { defineConfig, type Plugin } from 'vite'

/** Parts with native code or files beside them, and what only development needs. */
const LEFT_OUTSIDE = ['@fastify/swagger-ui', '@node-rs/argon2', 'fontkit', 'pdfkit', 'sharp', 'vite']

/** One letter that is not ASCII makes V8 keep the whole file with two bytes for each. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  renderChunk: (code) =>
    code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

/**
 * The server and the operator's commands in few files, so that a start reads and compiles as little as it can. As
 * CommonJS, because an ES module that imports one of Node's modules makes all that this one loads only when needed
 * (`node:http` so brings a whole HTTP client, 35 ms).
 */
export default defineConfig({
  plugins: [asciiOnly],
  ssr: { noExternal: true, external: LEFT_OUTSIDE },
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
      },
      output: { comments: false, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
})
