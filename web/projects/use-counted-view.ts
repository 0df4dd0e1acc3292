import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isFailure } from '../lib/api-failure.ts'
import { countView, projectQuery } from './projects.api.ts'
import { isViewDue, lastViewKey } from './view-rule.ts'

/** Running requests; StrictMode mounts everything twice. */
const running = new Set<string>()

/** Counts the view of a project once per browser and hour (decision 40), when it is shown. */
export function useCountedView(projectId: string, isShown: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isShown || running.has(projectId) || !isViewDue(readLastView(projectId), Date.now())) return
    running.add(projectId)
    void countView(projectId).then((result) => {
      running.delete(projectId)
      // 'Error incrementando views' goes to the console only (ERR-15, decision 27).
      if (isFailure(result)) return console.error(result.message)
      rememberView(projectId)
      queryClient.setQueryData(
        projectQuery(projectId).queryKey,
        // Not the cached count plus one: it may include this view already.
        (project) => project && { ...project, views: result.views },
      )
    })
  }, [projectId, isShown, queryClient])
}

function readLastView(projectId: string) {
  try {
    return localStorage.getItem(lastViewKey(projectId))
  } catch {
    return null
  }
}

function rememberView(projectId: string) {
  try {
    localStorage.setItem(lastViewKey(projectId), String(Date.now()))
  } catch {
    // Without storage every view is sent; the server has its own limit.
  }
}
