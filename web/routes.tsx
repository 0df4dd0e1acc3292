import type { RouteObject } from 'react-router'
import { ErrorPage } from './layout/ErrorPage.tsx'
import { Guard, OnboardingGuard, VisitorGuard } from './layout/Guard.tsx'
import { Layout } from './layout/Layout.tsx'
import { PageSpinner } from './layout/PageSpinner.tsx'
import type { PageHeads } from './page-heads.ts'
import { createPageRoutes, type PageRouteOptions } from './page-routes.ts'

const OFFER_LIST = [
  ...['tab', 'hideApplied', 'contractType', 'skills', 'sort', 'page', 'view'],
  ...['workplace', 'country', 'payFrom', 'payCurrency', 'minYears'],
]
const PROJECT_LIST = ['category', 'skills', 'sort', 'page']

/** All routes (ROUTE-02 to ROUTE-30), one lazy chunk per page. Runs on the server too: nothing here touches the window. */
export function createRoutes({
  heads,
  ...options
}: PageRouteOptions & {
  /** On the server. */
  heads?: PageHeads | undefined
} = {}): RouteObject[] {
  const { page, unlisted, guarded, ofDeveloper, ofRecruiter } = createPageRoutes(options)
  return [
    {
      element: <Layout />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <PageSpinner />,
      children: [
        {
          // Inside the layout, so that a broken page leaves the header usable.
          errorElement: <ErrorPage />,
          children: [
            {
              index: true,
              ...page('home/HomePage.tsx', () => import('./home/HomePage.tsx'), {
                params: ['in', 'q', 'sort', 'from', 'contract'],
                head: heads?.home,
              }),
            },
            {
              path: 'offers',
              ...page('offers/OffersPage.tsx', () => import('./offers/OffersPage.tsx'), {
                params: OFFER_LIST,
                head: heads?.offers,
              }),
            },
            {
              path: 'offers/:offerId',
              ...page('offers/OfferPage.tsx', () => import('./offers/OfferPage.tsx'), { head: heads?.offer }),
            },
            {
              path: 'projects',
              ...page('projects/ProjectsPage.tsx', () => import('./projects/ProjectsPage.tsx'), {
                params: PROJECT_LIST,
                head: heads?.projects,
              }),
            },
            {
              path: 'projects/:projectId',
              ...page('projects/ProjectPage.tsx', () => import('./projects/ProjectPage.tsx'), {
                params: PROJECT_LIST,
                head: heads?.project,
              }),
            },
            {
              path: 'developers',
              ...page('devs/DevelopersPage.tsx', () => import('./devs/DevelopersPage.tsx'), {
                params: ['category', 'skills', 'experience', 'sort', 'page'],
                head: heads?.developers,
              }),
            },
            {
              path: 'profile/:developerId',
              ...page('devs/ProfilePage.tsx', () => import('./devs/ProfilePage.tsx'), {
                params: ['tab', 'page'],
                head: heads?.developer,
              }),
            },
            {
              path: 'recruiter/:recruiterId',
              ...page('recruiters/RecruiterPage.tsx', () => import('./recruiters/RecruiterPage.tsx'), {
                params: ['page'],
                head: heads?.recruiter,
              }),
            },
            {
              path: ':handle',
              ...page('handles/HandlePage.tsx', () => import('./handles/HandlePage.tsx'), {
                params: ['tab', 'page'],
                head: heads?.handle,
              }),
            },
            {
              path: 'about',
              ...page('legal/AboutPage.tsx', () => import('./legal/AboutPage.tsx'), { head: heads?.about }),
            },
            { path: 'about/safety', ...page('legal/SafetyPage.tsx', () => import('./legal/SafetyPage.tsx')) },
            { path: 'legal/terms', ...page('legal/TermsPage.tsx', () => import('./legal/TermsPage.tsx')) },
            {
              path: 'legal/privacy',
              ...page('legal/PrivacyPage.tsx', () => import('./legal/PrivacyPage.tsx')),
            },
            {
              path: 'legal/cookies',
              ...page('legal/CookiesPage.tsx', () => import('./legal/CookiesPage.tsx')),
            },
            {
              path: 'contact',
              ...page('contact/ContactPage.tsx', () => import('./contact/ContactPage.tsx')),
            },
            {
              path: 'reset-password/:token',
              ...unlisted('users/ResetPasswordPage.tsx', () => import('./users/ResetPasswordPage.tsx')),
            },
            {
              path: 'confirm/:token',
              ...unlisted('security/ConfirmPage.tsx', () => import('./security/ConfirmPage.tsx')),
            },
            {
              path: 'email-change/undo/:token',
              ...unlisted('security/UndoEmailPage.tsx', () => import('./security/UndoEmailPage.tsx')),
            },
            {
              path: 'unsubscribe/:token',
              ...unlisted(
                'notifications/UnsubscribePage.tsx',
                () => import('./notifications/UnsubscribePage.tsx'),
              ),
            },
            {
              path: 'appeal/:token',
              ...unlisted('moderation/AppealPage.tsx', () => import('./moderation/AppealPage.tsx')),
            },
            {
              path: 'login/oidc/:providerId',
              ...unlisted('openid/OpenIdPage.tsx', () => import('./openid/OpenIdPage.tsx')),
            },
            {
              path: 'admin/*',
              ...unlisted('moderation/AdminPage.tsx', () => import('./moderation/AdminPage.tsx')),
            },
            {
              element: <VisitorGuard />,
              children: [
                { path: 'login', ...unlisted('users/LoginPage.tsx', () => import('./users/LoginPage.tsx')) },
                {
                  path: 'register',
                  ...unlisted('users/RegisterPage.tsx', () => import('./users/RegisterPage.tsx')),
                },
              ],
            },
            {
              element: <OnboardingGuard />,
              children: [
                {
                  path: 'onboarding',
                  ...guarded(
                    'onboarding/OnboardingPage.tsx',
                    () => import('./onboarding/OnboardingPage.tsx'),
                  ),
                },
              ],
            },
            {
              element: <Guard />,
              children: [
                {
                  path: 'settings',
                  ...guarded('settings/SettingsPage.tsx', () => import('./settings/SettingsPage.tsx')),
                },
                {
                  path: 'messages/:userId?',
                  ...guarded('messages/MessagesPage.tsx', () => import('./messages/MessagesPage.tsx')),
                },
                {
                  path: 'notifications',
                  ...guarded(
                    'notifications/NotificationsPage.tsx',
                    () => import('./notifications/NotificationsPage.tsx'),
                  ),
                },
                {
                  path: 'settings/security',
                  ...guarded('security/SecurityPage.tsx', () => import('./security/SecurityPage.tsx')),
                },
                {
                  path: 'settings/privacy',
                  ...guarded('settings/PrivacyPage.tsx', () => import('./settings/PrivacyPage.tsx')),
                },
                {
                  path: 'settings/address',
                  ...guarded('handles/AddressPage.tsx', () => import('./handles/AddressPage.tsx')),
                },
                {
                  path: 'settings/notifications',
                  ...guarded(
                    'notifications/NotificationSettingsPage.tsx',
                    () => import('./notifications/NotificationSettingsPage.tsx'),
                  ),
                },
              ],
            },
            {
              // A recruiter has no developer profile, but their own page.
              element: <Guard only="developer" otherRole="own-page" />,
              children: [
                {
                  path: 'profile',
                  ...ofDeveloper('devs/OwnProfilePage.tsx', () => import('./devs/OwnProfilePage.tsx')),
                },
              ],
            },
            // Full paths, so that `/private-dev` itself is a 404.
            {
              element: <Guard only="developer" />,
              children: [
                {
                  path: 'applications',
                  ...ofDeveloper(
                    'applications/ApplicationsPage.tsx',
                    () => import('./applications/ApplicationsPage.tsx'),
                  ),
                },
                {
                  path: 'applications/:applicationId',
                  ...ofDeveloper(
                    'applications/ApplicationPage.tsx',
                    () => import('./applications/ApplicationPage.tsx'),
                  ),
                },
                {
                  path: 'private-dev/profile',
                  ...ofDeveloper('devs/OwnProfilePage.tsx', () => import('./devs/OwnProfilePage.tsx')),
                },
                {
                  path: 'private-dev/profile/edit',
                  ...ofDeveloper(
                    'devs/EditOwnProfilePage.tsx',
                    () => import('./devs/EditOwnProfilePage.tsx'),
                  ),
                },
                {
                  path: 'private-dev/projects',
                  ...ofDeveloper('devs/OwnProjectsPage.tsx', () => import('./devs/OwnProjectsPage.tsx')),
                },
                {
                  path: 'private-dev/projects/new',
                  ...ofDeveloper(
                    'projects/NewProjectPage.tsx',
                    () => import('./projects/NewProjectPage.tsx'),
                  ),
                },
                {
                  path: 'private-dev/projects/:projectId/edit',
                  ...ofDeveloper(
                    'projects/EditProjectPage.tsx',
                    () => import('./projects/EditProjectPage.tsx'),
                  ),
                },
                {
                  path: 'private-dev/developers/:developerId/edit',
                  ...ofDeveloper('devs/EditDeveloperPage.tsx', () => import('./devs/EditDeveloperPage.tsx')),
                },
              ],
            },
            {
              element: <Guard only="recruiter" />,
              children: [
                {
                  path: 'settings/company',
                  ...ofRecruiter(
                    'verification/CompanyPage.tsx',
                    () => import('./verification/CompanyPage.tsx'),
                  ),
                },
                {
                  path: 'private-rec/dashboard/:offerId',
                  ...ofRecruiter('applications/BoardPage.tsx', () => import('./applications/BoardPage.tsx')),
                },
                {
                  path: 'private-rec/profile',
                  ...ofRecruiter(
                    'recruiters/OwnRecruiterPage.tsx',
                    () => import('./recruiters/OwnRecruiterPage.tsx'),
                  ),
                },
                {
                  path: 'private-rec/offers',
                  ...ofRecruiter('offers/DashboardPage.tsx', () => import('./offers/DashboardPage.tsx')),
                },
              ],
            },
            { path: '*', ...page('layout/NotFoundPage.tsx', () => import('./layout/NotFoundPage.tsx')) },
          ],
        },
      ],
    },
  ]
}
