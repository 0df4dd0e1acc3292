import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Project } from '#contract/projects.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { realtime } from '../lib/realtime.ts'
import { likeQuery, PROJECTS_KEY, projectQuery, setLike } from './projects.api.ts'

/** The like of the signed-in person, and the public number (PROJD-19 to PROJD-21). */
export function useLike(project: Project) {
  const { id: userId } = useAuth()
  const queryClient = useQueryClient()
  const status = useQuery(likeQuery(project._id, userId))
  const { liked, likes } = status.data ?? project

  const mutationKey = ['like', project._id]
  const change = useMutation({
    mutationKey,
    mutationFn: () => setLike(project._id, !liked),
    // A running request may predate the like, and arrive after it.
    onMutate: () => queryClient.cancelQueries({ queryKey: likeQuery(project._id, userId).queryKey }),
    onSuccess: (result) => {
      if (isFailure(result)) return
      // Cards in lists show the number too: they are refetched when next shown.
      void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY, refetchType: 'none' })
      queryClient.setQueryData(likeQuery(project._id, userId).queryKey, result)
      queryClient.setQueryData(
        projectQuery(project._id).queryKey,
        (cached) => cached && { ...cached, ...result },
      )
      if (result.liked && project.owner._id !== userId) {
        // Part of the socket's protocol (SOCK-06); the server has announced the like already.
        realtime.emit('sendNotification', {
          type: 2,
          receiverId: project.owner._id,
          projectId: project._id,
        })
      }
    },
  })

  // 'Failed to fetch like status' goes to the console only (ERR-14, decision 27).
  const statusFailure = status.error?.message
  useEffect(() => {
    if (statusFailure) console.error(statusFailure)
  }, [statusFailure])

  return {
    canLike: userId !== undefined,
    liked,
    likes,
    isLoading: userId !== undefined && status.isPending,
    isChanging: change.isPending,
    failure: isFailure(change.data) ? change.data.message : undefined,
    /** Ignores a second press before the response. */
    toggle: () => {
      if (queryClient.isMutating({ mutationKey }) === 0) change.mutate()
    },
  }
}
