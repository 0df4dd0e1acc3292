import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sharedChunk } from './scripts/shared-chunk.ts'
import { splitContract } from './scripts/split-contract.ts'

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/

/** Compressed once here, never for a request (@fastify/static sends what stands beside a file). */
function compressOnce(): Plugin {
  let folder = ''
  return {
    name: 'compress-once',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: () => {
      if (!existsSync(folder)) return // the build failed and says why
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes))
      }
    },
  }
}

/**
 * Nothing can be painted before the styles are there, and on a slow line what is asked for first comes first. Vite puts
 * them behind the script, and forgets that the script can wait.
 */
function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const [styles] = /\n *<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        if (styles === undefined) throw new Error('index.html has no styles')
        return html
          .replace(styles, '')
          .replace(/\n *<link rel="icon"/, (icon) => styles + icon)
          .replace('<script type="module"', '<script type="module" fetchpriority="low"')
      },
    },
  }
}

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [
    splitContract(),
    react(),
    tailwindcss(),
    compressOnce(),
    stylesFirst(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // One style sheet for all, and few files: see scripts/plain-imports.ts.
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
              groups: [{ name: sharedChunk, debugName: 'shared', priority: 1 }],
            },
          },
        },
      },
    },
    // The pages for the server (web/entry-server.tsx), whole in one folder: it needs no packages at run time.
    ssr: {
      resolve: { noExternal: true },
      // Decided here and not when the server starts: React's development half is left out.
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
