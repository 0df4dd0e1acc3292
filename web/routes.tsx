import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { ErrorPage } from './layout/ErrorPage.tsx'
import { Guard, OnboardingGuard, VisitorGuard } from './layout/Guard.tsx'
import { Layout } from './layout/Layout.tsx'
import { PageSpinner } from './layout/PageSpinner.tsx'

/** What a page file exports besides its component: `load` starts the queries that the page shows first. */
export type PageModule = { default: ComponentType; load?: (context: LoadContext) => unknown }

export type LoadContext = {
  queryClient: QueryClient
  params: Record<string, string | undefined>
  url: URL
}

type Settings = {
  queryClient: QueryClient
  /** The server waits for the data; the browser shows the page at once, with its skeletons. */
  waitForData?: boolean
}

/** All routes (SPEC 2), one lazy chunk per page. Runs on the server too: nothing here touches the window. */
export function createRoutes({ queryClient, waitForData = false }: Settings): RouteObject[] {
  const page = (importPage: () => Promise<PageModule>): Pick<RouteObject, 'lazy'> => ({
    lazy: async () => {
      const { default: Component, load } = await importPage()
      return load ? { Component, loader: loaderOf(load) } : { Component }
    },
  })

  const loaderOf =
    (load: NonNullable<PageModule['load']>) =>
    async ({ params, request }: LoaderFunctionArgs) => {
      const loading = Promise.resolve(load({ queryClient, params, url: new URL(request.url) }))
      if (waitForData) await loading
      // Failures stand in the query cache, where the page shows them.
      else loading.catch(() => undefined)
      return null
    }

  return [
    {
      element: <Layout />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        {
          // A second one inside the layout, so that a broken page leaves the header usable.
          errorElement: <ErrorPage />,
          children: [
            { index: true, ...page(() => import('./home/HomePage.tsx')) },
            { path: 'offers', ...page(() => import('./offers/OffersPage.tsx')) },
            { path: 'offers/:offerId', ...page(() => import('./offers/OfferPage.tsx')) },
            { path: 'projects', ...page(() => import('./projects/ProjectsPage.tsx')) },
            { path: 'projects/:projectId', ...page(() => import('./projects/ProjectPage.tsx')) },
            { path: 'developers', ...page(() => import('./devs/DevelopersPage.tsx')) },
            { path: 'profile/:developerId', ...page(() => import('./devs/ProfilePage.tsx')) },
            { path: 'recruiter/:recruiterId', ...page(() => import('./recruiters/RecruiterPage.tsx')) },
            { path: 'about', ...page(() => import('./legal/AboutPage.tsx')) },
            { path: 'legal/terms', ...page(() => import('./legal/TermsPage.tsx')) },
            { path: 'legal/privacy', ...page(() => import('./legal/PrivacyPage.tsx')) },
            { path: 'legal/cookies', ...page(() => import('./legal/CookiesPage.tsx')) },
            { path: 'contact', ...page(() => import('./contact/ContactPage.tsx')) },
            { path: 'reset-password/:token', ...page(() => import('./users/ResetPasswordPage.tsx')) },
            {
              element: <VisitorGuard />,
              children: [
                { path: 'login', ...page(() => import('./users/LoginPage.tsx')) },
                { path: 'register', ...page(() => import('./users/RegisterPage.tsx')) },
              ],
            },
            {
              element: <OnboardingGuard />,
              children: [{ path: 'onboarding', ...page(() => import('./onboarding/OnboardingPage.tsx')) }],
            },
            {
              element: <Guard />,
              children: [{ path: 'settings', ...page(() => import('./settings/SettingsPage.tsx')) }],
            },
            {
              // A recruiter has no developer profile, but a page of the own.
              element: <Guard only="developer" otherRole="own-page" />,
              children: [{ path: 'profile', ...page(() => import('./devs/OwnProfilePage.tsx')) }],
            },
            {
              path: 'private-dev',
              element: <Guard only="developer" />,
              children: [
                { path: 'profile', ...page(() => import('./devs/OwnProfilePage.tsx')) },
                { path: 'profile/edit', ...page(() => import('./devs/EditOwnProfilePage.tsx')) },
                { path: 'projects', ...page(() => import('./devs/OwnProjectsPage.tsx')) },
                { path: 'projects/new', ...page(() => import('./projects/NewProjectPage.tsx')) },
                { path: 'projects/:projectId/edit', ...page(() => import('./projects/EditProjectPage.tsx')) },
                {
                  path: 'developers/:developerId/edit',
                  ...page(() => import('./devs/EditDeveloperPage.tsx')),
                },
              ],
            },
            {
              path: 'private-rec',
              element: <Guard only="recruiter" />,
              children: [
                { path: 'dashboard/:offerId', ...page(() => import('./applications/BoardPage.tsx')) },
                { path: 'profile', ...page(() => import('./recruiters/OwnRecruiterPage.tsx')) },
                { path: 'offers', ...page(() => import('./offers/DashboardPage.tsx')) },
              ],
            },
            { path: '*', ...page(() => import('./layout/NotFoundPage.tsx')) },
          ],
        },
      ],
    },
  ]
}
