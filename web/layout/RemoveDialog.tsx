import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

type RemoveDialogProps = {
  kind: keyof typeof QUESTIONS
  /** Its name. */
  name: string
  remove: () => Promise<object | Failure>
  /** Invalidated afterwards, also after a 404: it was deleted meanwhile. */
  changes: readonly QueryKey[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

const QUESTIONS = {
  project: m.projects_delete_question,
  experience: m.careers_experience_delete_question,
  study: m.careers_study_delete_question,
}

/** PROF-31, with the words of decision 37. */
export function RemoveDialog({ kind, name, remove, changes, open, onOpenChange }: RemoveDialogProps) {
  const queryClient = useQueryClient()
  const refresh = () => Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async (result) => {
      if (!isFailure(result)) {
        await refresh()
        onOpenChange(false)
      } else if (result.status === 404) await refresh()
    },
  })
  const failure = isFailure(removal.data) ? removal.data : undefined
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={QUESTIONS[kind]()}
      description={name}
      cancelLabel={m.general_cancel()}
      confirmLabel={m.general_delete()}
      loading={removal.isPending}
      error={failure?.message}
      // The button that opened it is gone with it.
      finalFocus={() => (removal.data && !failure ? document.getElementById('content') : undefined)}
      onConfirm={() => removal.mutate()}
    />
  )
}
