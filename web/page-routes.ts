import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Role } from '#contract/users.ts'
import { auth } from './lib/auth.ts'
import { type LoadContext, queryClientContext } from './lib/load-context.ts'
import { PageLoadError } from './lib/page-load-error.ts'
import type { HeadFunction } from './seo/page-head.ts'

/** The exports of a page file: the component, and `load` to start the queries that the page shows first. */
export type PageModule = { default: ComponentType; load?: (context: LoadContext) => unknown }

export type PageHandle = {
  /** A file in this folder; names the page's chunk. */
  file: string
  /** For signed-in people only, or not for search engines. */
  isPrivate: boolean
  /** Query parameters that a visitor's page reads or passes on to links; the server drops all others. */
  params: readonly string[]
  head?: HeadFunction | undefined
}

export type PageRouteOptions = {
  /** On the server: loaders wait for the data, while the browser shows the page at once with its skeletons. */
  waitForData?: boolean
}

type PageOptions = {
  isGuarded?: boolean
  /** The role of a guarded page; the other one is redirected, and loads no code of it. */
  only?: Role | undefined
  isUnlisted?: boolean
  params?: readonly string[]
  head?: HeadFunction | undefined
}

type ImportPage = () => Promise<PageModule>

/** The handle, the chunk and the loader of a page, by its audience. */
export function createPageRoutes({ waitForData = false }: PageRouteOptions) {
  const page = (
    file: string,
    importPage: ImportPage,
    { isGuarded = false, only, isUnlisted = false, params = [], head }: PageOptions = {},
  ) => ({
    handle: { file, isPrivate: isGuarded || isUnlisted, params, head } satisfies PageHandle,
    lazy: async () => {
      // The server renders up to the guard only; some modules behind it load in a browser only.
      if (isGuarded && waitForData) return { Component: Nothing }
      const { default: Component, load } = await importPage().catch((cause: unknown) => {
        throw new PageLoadError(cause)
      })
      return load ? { Component, loader: loaderOf(load, isGuarded, only) } : { Component }
    },
  })

  const loaderOf =
    (load: NonNullable<PageModule['load']>, isGuarded: boolean, only: Role | undefined) =>
    async ({ params, request, context }: LoaderFunctionArgs) => {
      // Loaders run in parallel with the guards: without a token every request would fail.
      if (isGuarded && !auth.token()) return null
      if (only && auth.get().role !== only) return null
      const queryClient = context.get(queryClientContext)
      const loading = Promise.resolve(load({ queryClient, params, url: new URL(request.url) }))
      if (waitForData) await loading
      // The page shows failures from the query cache.
      else loading.catch(() => undefined)
      return null
    }

  const guarded = (file: string, importPage: ImportPage, only?: Role) =>
    page(file, importPage, { isGuarded: true, only })

  return {
    page,
    guarded,
    ofDeveloper: (file: string, importPage: ImportPage) => guarded(file, importPage, 'developer'),
    ofRecruiter: (file: string, importPage: ImportPage) => guarded(file, importPage, 'recruiter'),
    unlisted: (file: string, importPage: ImportPage) => page(file, importPage, { isUnlisted: true }),
  }
}

function Nothing() {
  return null
}
