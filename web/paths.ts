/** The URL paths of the application. routes.tsx has the patterns. */
export const paths = {
  home: () => '/',
  offers: () => '/offers',
  offer: (offerId: string) => `/offers/${encodeURIComponent(offerId)}`,
  projects: () => '/projects',
  project: (projectId: string) => `/projects/${encodeURIComponent(projectId)}`,
  developers: () => '/developers',
  ownProfile: () => '/profile',
  developer: (developerId: string) => `/profile/${encodeURIComponent(developerId)}`,
  recruiter: (recruiterId: string) => `/recruiter/${encodeURIComponent(recruiterId)}`,
  handle: (handle: string) => `/@${encodeURIComponent(handle)}`,
  applications: () => '/applications',
  application: (applicationId: string) => `/applications/${encodeURIComponent(applicationId)}`,
  onboarding: () => '/onboarding',
  settings: () => '/settings',
  messages: () => '/messages',
  conversation: (userId: string) => `/messages/${encodeURIComponent(userId)}`,
  notifications: () => '/notifications',
  securitySettings: () => '/settings/security',
  addressSettings: () => '/settings/address',
  companySettings: () => '/settings/company',
  privacySettings: () => '/settings/privacy',
  notificationSettings: () => '/settings/notifications',
  login: () => '/login',
  register: () => '/register',
  about: () => '/about',
  safety: () => '/about/safety',
  terms: () => '/legal/terms',
  privacy: () => '/legal/privacy',
  cookies: () => '/legal/cookies',
  contact: () => '/contact',
  admin: () => '/admin',
  adminReport: (reportId: string) => `/admin/reports/${encodeURIComponent(reportId)}`,
  adminPeople: () => '/admin/people',
  adminOffers: () => '/admin/offers',
  adminTickets: () => '/admin/tickets',
  adminLog: () => '/admin/log',
  adminNumbers: () => '/admin/numbers',
  adminJobs: () => '/admin/jobs',
  adminAnnouncements: () => '/admin/announcements',

  devProfile: () => '/private-dev/profile',
  editDevProfile: () => '/private-dev/profile/edit',
  devProjects: () => '/private-dev/projects',
  newProject: () => '/private-dev/projects/new',
  editProject: (projectId: string) => `/private-dev/projects/${encodeURIComponent(projectId)}/edit`,

  recProfile: () => '/private-rec/profile',
  offersDashboard: () => '/private-rec/offers',
  applicants: (offerId: string) => `/private-rec/dashboard/${encodeURIComponent(offerId)}`,
}

/** The public page of a person. */
export function profilePath({ id, role }: { id: string; role: 'developer' | 'recruiter' }) {
  return role === 'recruiter' ? paths.recruiter(id) : paths.developer(id)
}

/** The canonical path of a person's page. Links within the product are by id, which needs no look-up. */
export const personPath = (
  role: 'developer' | 'recruiter',
  { _id, handle }: { _id: string; handle: string | null },
) => (handle ? paths.handle(handle) : profilePath({ id: _id, role }))
