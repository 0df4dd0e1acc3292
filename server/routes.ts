import type { Route } from './lib/route.ts'
import type { Services } from './lib/services.ts'
import { userRoutes } from './users/users.routes.ts'

/** Every call of the API, feature by feature. */
export const allRoutes = (services: Services): Route[] => [...userRoutes(services)]
