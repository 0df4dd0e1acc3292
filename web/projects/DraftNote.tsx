import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { changeProject, PROJECTS_KEY, projectQuery } from './projects.api.ts'

/** Above the own draft, with the way to publish it (FLOW-06). */
export function DraftNote({ id }: { id: string }) {
  const queryClient = useQueryClient()
  const publication = useMutation({
    mutationFn: () => changeProject(id, { state: 'published' }),
    onSuccess: (result) => {
      const toastId = `publish ${id}`
      if (isFailure(result)) return toast.error(result.message, { id: toastId })
      toast.success(m.projects_published(), { id: toastId })
      // The pressed button is removed.
      document.getElementById('content')?.focus({ preventScroll: true })
      queryClient.setQueryData(projectQuery(id).queryKey, result)
      for (const queryKey of [PROJECTS_KEY, DEVS_KEY]) void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <div className="page-width pt-6">
      <Alert
        action={
          <Button size="sm" loading={publication.isPending} onClick={() => publication.mutate()}>
            {m.projects_publish()}
          </Button>
        }
      >
        <span className="flex min-h-9 items-center">{m.projects_draft_note()}</span>
      </Alert>
    </div>
  )
}
