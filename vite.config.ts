import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkOf } from './scripts/shared-chunk.ts'
import { splitContract } from './scripts/split-contract.ts'

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [splitContract(), react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The server names the chunks of a page in its HTML.
    modulePreload: false,
  },
  builder: {},
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: chunkOf, debugName: 'shared' }],
            },
          },
        },
      },
    },
    // The pages for the server (web/entry-server.tsx) with all of their packages, so that production installs none.
    ssr: {
      resolve: { noExternal: true },
      // The server may run without NODE_ENV; React reads it when it is loaded.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
      build: {
        outDir: '../dist/pages',
        emptyOutDir: true,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: { input: { pages: 'web/entry-server.tsx' } },
      },
    },
  },
}))
