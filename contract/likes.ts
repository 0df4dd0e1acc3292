import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { m } from './texts.ts'
import { IdParams } from './values.ts'

const LikeState = z.object({ liked: z.boolean(), likes: z.number().int() })

export const likeProject = endpoint({
  method: 'POST',
  path: '/projects/:id/like',
  access: 'signed-in',
  limits: ['like'],
  changes: ['projects'],
  summary: 'Toggles the like, or sets it with { liked }',
  params: IdParams,
  body: z.object({ liked: z.boolean() }).partial(),
  failure: m.projects_like_failed,
  response: LikeState,
})

export const getLikeStatus = endpoint({
  method: 'GET',
  path: '/projects/:id/like-status',
  access: 'signed-in',
  summary: 'Whether the caller likes the project',
  params: IdParams,
  failure: m.projects_like_status_failed,
  response: LikeState,
})

export const viewProject = endpoint({
  method: 'PUT',
  path: '/projects/:id/view',
  access: 'anyone',
  changes: ['views'],
  summary: 'Counts a view',
  params: IdParams,
  failure: m.projects_view_failed,
  response: z.object({ views: z.number().int() }),
})
