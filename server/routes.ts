import { announcementRoutes } from './announcements/announcements.routes.ts'
import { applicationRoutes } from './applications/applications.routes.ts'
import { blockRoutes } from './blocks/blocks.routes.ts'
import { careerRoutes } from './careers/careers.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { supportTicketRoutes } from './contact/support-tickets.routes.ts'
import { devRoutes } from './devs/devs.routes.ts'
import { fileRoutes } from './files/files.routes.ts'
import { githubRoutes } from './github/github.routes.ts'
import { handleRoutes } from './handles/handles.routes.ts'
import type { Route } from './http/route.ts'
import { messageChangeRoutes } from './messages/changes.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { requestRoutes } from './messages/requests.routes.ts'
import { signalRoutes } from './messages/signals.routes.ts'
import { failedJobRoutes } from './moderation/failed-jobs.routes.ts'
import { lookUpRoutes } from './moderation/look-ups.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { reportRoutes } from './moderation/reports.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { offerRoutes } from './offers/offers.routes.ts'
import { openIdRoutes } from './openid/openid.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { recruiterRoutes } from './recruiters/recruiters.routes.ts'
import { verificationRoutes } from './recruiters/verification.routes.ts'
import type { Services } from './services.ts'
import { skillRoutes } from './skills/skills.routes.ts'
import { emailRoutes } from './users/email.routes.ts'
import { resetRoutes } from './users/reset.routes.ts'
import { secondFactorRoutes } from './users/second-factor.routes.ts'
import { sessionRoutes } from './users/sessions.routes.ts'
import { settingsRoutes } from './users/settings.routes.ts'
import { secondSignInRoutes } from './users/sign-in-second.routes.ts'
import { userRoutes } from './users/users.routes.ts'

/** Every call of the API, feature by feature. */
export const allRoutes = (services: Services): Route[] => [
  ...announcementRoutes(services),
  ...applicationRoutes(services),
  ...blockRoutes(services),
  ...careerRoutes(services),
  ...contactRoutes(services),
  ...devRoutes(services),
  ...emailRoutes(services),
  ...fileRoutes(services),
  ...githubRoutes(services),
  ...handleRoutes(services),
  ...messageRoutes(services),
  ...requestRoutes(services),
  ...messageChangeRoutes(services),
  ...signalRoutes(services),
  ...supportTicketRoutes(services),
  ...moderationRoutes(services),
  ...lookUpRoutes(services),
  ...failedJobRoutes(services),
  ...reportRoutes(services),
  ...notificationRoutes(services),
  ...offerRoutes(services),
  ...openIdRoutes(services),
  ...projectRoutes(services),
  ...verificationRoutes(services),
  ...recruiterRoutes(services),
  ...resetRoutes(services),
  ...secondFactorRoutes(services),
  ...secondSignInRoutes(services),
  ...sessionRoutes(services),
  ...settingsRoutes(services),
  ...skillRoutes(services),
  ...userRoutes(services),
]
