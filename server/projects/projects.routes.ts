import { getLikeStatus, likeProject, viewProject } from '#contract/likes.ts'
import {
  createProject,
  deleteProject as deleteProjectCall,
  getProject,
  listProjects as listProjectsCall,
  listProjectsOfDeveloper,
  orderProjects,
  type ProjectChange,
  searchProjects,
  updateProject as updateProjectCall,
} from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { requireUnchangedOrOwnFiles } from '../files/unchanged-files.ts'
import { route } from '../http/route.ts'
import { notFound } from '../lib/errors.ts'
import { LIMIT_RULES, networkOf } from '../lib/limits.ts'
import { notify } from '../notifications/notify.ts'
import { search } from '../search/search.ts'
import type { Services } from '../services.ts'
import { requireActive } from '../users/users.queries.ts'
import { countView, setLike } from './likes.queries.ts'
import { setOrder } from './order.queries.ts'
import { listProjectsOf } from './profile-list.queries.ts'
import {
  listProjects,
  listProjectsByIds,
  requireOwnProject,
  requireProject,
  requireProjectOrDraft,
  type Viewer,
  withWarning,
} from './projects.queries.ts'
import { deleteProject, insertProject, updateProject } from './projects.writes.ts'

export const projectRoutes = (services: Services) => {
  const { db, engine, jobs, limits, quota, realtime } = services
  const readProject = async (id: string, viewer: Viewer) =>
    withWarning(await requireProjectOrDraft(db, id, viewer), viewer)
  return [
    route(listProjectsCall, ({ query, user }) => listProjects(db, query, user)),

    route(searchProjects, {
      handle: async ({ query, user }) => {
        const { ids, total } = await search(services, 'projects', query)
        return { items: await listProjectsByIds(db, ids, user), total }
      },
    }),

    route(listProjectsOfDeveloper, {
      find: ({ params }) => requireActive(db, 'developer', params.id),
      handle: ({ params, query, user }) => listProjectsOf(db, params.id, query, user),
    }),

    route(getProject, {
      find: ({ params, user }) => requireProjectOrDraft(db, params.id, user),
      handle: async ({ found, user }) => withWarning(found, user),
    }),

    route(createProject, {
      handle: async ({ body, user }) => {
        const project = { ...body, ...(await ownGallery(services, user.id, body)) }
        const id = await db.transaction().execute(async (tx) => {
          const inserted = await insertProject(tx, user.id, project)
          await quota.requireRoom(tx, user.id, 'project')
          await quota.requireRoom(tx, user.id, 'repositoryLink')
          return inserted
        })
        return readProject(id, user)
      },
      replay: ({ user }, id) => readProject(id, user),
    }),

    route(updateProjectCall, {
      find: ({ params, user }) => requireOwnProject(db, user, params.id),
      handle: async ({ found, body, user }) => {
        const change = { ...body, ...(await ownGallery(services, user.id, body, found.gallery)) }
        await db.transaction().execute(async (tx) => {
          const grown = await updateProject(tx, user.id, found.id, change, engine)
          if (grown > 0) await quota.requireBytes(tx, user.id, 'project')
          await quota.requireRoom(tx, user.id, 'repositoryLink')
        })
        return readProject(found.id, user)
      },
    }),

    route(orderProjects, {
      handle: async ({ body, user }) => {
        await db.transaction().execute((tx) => setOrder(tx, user.id, body))
        return {}
      },
    }),

    route(deleteProjectCall, {
      find: ({ params, user }) => requireOwnProject(db, user, params.id),
      handle: async ({ found, user }) => {
        const isDeleted = await db.transaction().execute((tx) => deleteProject(tx, user.id, found.id))
        if (!isDeleted) throw notFound()
        return { message: m.projects_deleted(), _id: found.id }
      },
    }),

    route(likeProject, {
      find: ({ params, user }) => requireProject(db, params.id, user),
      handle: async ({ found, body, user, setUnchanged }) => {
        const [projectId, ownerId] = [found._id, found.owner._id]
        const data = { title: found.title }
        const { state, inboxes } = await db.transaction().execute(async (tx) => {
          const like = { projectId, userId: user.id, ownerId }
          const { isNew, isChanged, ...state } = await setLike(tx, like, body.liked)
          if (!isChanged) setUnchanged()
          if (isNew) await quota.requireRoom(tx, user.id, 'like')
          const event = { kind: 'like', senderId: user.id, receiverIds: [ownerId], projectId, data } as const
          return { state, inboxes: isNew ? await notify(tx, event) : [] }
        })
        realtime.notify(inboxes)
        if (inboxes.length > 0) jobs.wake()
        return state
      },
    }),

    route(getLikeStatus, {
      find: ({ params, user }) => requireProjectOrDraft(db, params.id, user),
      handle: async ({ found: { liked, likes } }) => ({ liked, likes }),
    }),

    route(viewProject, {
      find: ({ params, user }) => requireProject(db, params.id, user),
      handle: async ({ found, address, setUnchanged }) => {
        // Beyond the limit the call succeeds without counting (P5).
        const { allowed } = await limits.consume(LIMIT_RULES.view, `${found._id} ${networkOf(address)}`)
        if (allowed) return { views: await countView(db, found._id) }
        setUnchanged()
        return { views: found.views }
      },
    }),
  ]
}

/** The stored form of a gallery: own uploads, current pictures, or foreign ones where those are allowed (F3). */
async function ownGallery(
  services: Services,
  userId: string,
  { gallery }: ProjectChange,
  current: readonly string[] = [],
) {
  if (gallery === undefined) return {}
  const files = { urls: gallery, current, kind: 'image', field: 'gallery' } as const
  return { gallery: await requireUnchangedOrOwnFiles(services, userId, files) }
}
