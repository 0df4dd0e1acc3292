import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Project } from '#contract/projects.ts'
import { isFailure } from '../lib/api.ts'
import { auth, useAuth } from '../lib/auth.ts'
import { realtime } from '../lib/realtime.ts'
import { likeQuery, projectQuery, setLike } from './projects.api.ts'

/** The like of whoever is signed in, and the number that everybody sees (PROJD-19 to PROJD-21). */
export function useLike(project: Project) {
  const { id: userId } = useAuth()
  const queryClient = useQueryClient()
  const status = useQuery(likeQuery(project._id, userId))
  const { liked, likes } = status.data ?? project

  const change = useMutation({
    mutationFn: () => setLike(project._id, !liked),
    onSuccess: (result) => {
      if (isFailure(result)) return
      queryClient.setQueryData(likeQuery(project._id, userId).queryKey, result)
      queryClient.setQueryData(projectQuery(project._id).queryKey, (kept) => kept && { ...kept, ...result })
      if (result.liked && project.owner._id !== userId) notifyOwner(project)
    },
  })

  // 'Failed to fetch like status' goes to the console only (ERR-14, DECISION 85).
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
    toggle: () => change.mutate(),
  }
}

/** PROJD-20. A connection that is still being made is waited for, as long as the same person is there. */
function notifyOwner({ _id, owner }: Project) {
  const { id } = auth.get()
  const tell = () => realtime.emit('sendNotification', { type: 2, receiverId: owner._id, projectId: _id })
  if (tell()) return
  const stop = realtime.onState(() => {
    if (auth.get().id !== id || tell()) stop()
  })
}
