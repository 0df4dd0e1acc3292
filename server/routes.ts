import { applicationRoutes } from './applications/applications.routes.ts'
import { careerRoutes } from './careers/careers.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { devRoutes } from './devs/devs.routes.ts'
import { fileRoutes } from './files/files.routes.ts'
import { githubRoutes } from './github/github.routes.ts'
import type { Route } from './http/route.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { signalRoutes } from './messages/signals.routes.ts'
import { offerRoutes } from './offers/offers.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { recruiterRoutes } from './recruiters/recruiters.routes.ts'
import type { Services } from './services.ts'
import { skillRoutes } from './skills/skills.routes.ts'
import { resetRoutes } from './users/reset.routes.ts'
import { settingsRoutes } from './users/settings.routes.ts'
import { userRoutes } from './users/users.routes.ts'

/** Every call of the API, feature by feature. */
export const allRoutes = (services: Services): Route[] => [
  ...applicationRoutes(services),
  ...careerRoutes(services),
  ...contactRoutes(services),
  ...devRoutes(services),
  ...fileRoutes(services),
  ...githubRoutes(services),
  ...messageRoutes(services),
  ...signalRoutes(services),
  ...offerRoutes(services),
  ...projectRoutes(services),
  ...recruiterRoutes(services),
  ...resetRoutes(services),
  ...settingsRoutes(services),
  ...skillRoutes(services),
  ...userRoutes(services),
]
