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
  onboarding: () => '/onboarding',
  settings: () => '/settings',
  login: () => '/login',
  register: () => '/register',
  about: () => '/about',
  terms: () => '/legal/terms',
  privacy: () => '/legal/privacy',
  cookies: () => '/legal/cookies',
  contact: () => '/contact',

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
