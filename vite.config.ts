import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { LANGUAGES } from './contract/locale.ts'
import { inlineMessages } from './scripts/inline-messages.ts'
import { compileLanguages } from './scripts/languages.mjs'
import { chunkOf } from './scripts/shared-chunk.ts'
import { splitContract } from './scripts/split-contract.ts'

compileLanguages()

const client = {
  rolldownOptions: {
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: chunkOf, debugName: 'shared' }],
      },
    },
  },
}

const languageOf = (id: string) => /\/compiled\/messages\/([a-z].*)\.js$/.exec(id)?.[1] ?? null

/** The client in another language, beside the first one: chunks without texts are the same files. */
const translated = (locale: string) => ({
  consumer: 'client' as const,
  build: { ...client, manifest: `.vite/manifest.${locale}.json`, emptyOutDir: false, copyPublicDir: false },
})

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [inlineMessages(), splitContract(), react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The server lists the chunks of a page in its HTML.
    modulePreload: false,
  },
  builder: {},
  environments: {
    client: { build: client },
    ...Object.fromEntries(LANGUAGES.map((language) => [language, translated(language)])),
    // The pages for the server (web/entry-server.tsx) with all of their packages, so that production installs none.
    ssr: {
      resolve: { noExternal: true },
      // The server may run without NODE_ENV; React reads it when it is loaded.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
      build: {
        outDir: '../dist/pages',
        emptyOutDir: true,
        // The server imports chunk by chunk.
        manifest: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: { pages: 'web/entry-server.tsx' },
          output: {
            // White space and comments only, as in the server's files (vite.server.config.ts).
            minify: { compress: false, mangle: false },
            // All languages in one would be the chunk that takes longest to compile (server/pages/built-chunks.ts).
            codeSplitting: { groups: [{ name: languageOf, debugName: 'language' }] },
          },
        },
      },
    },
  },
}))
