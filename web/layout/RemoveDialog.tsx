import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

type RemoveDialogProps = {
  /** 'project', 'experience', 'study'. */
  kind: string
  /** Its name. */
  name: string
  remove: () => Promise<object | Failure>
  /** Invalidated afterwards, also after a 404: it was deleted meanwhile. */
  changes: readonly QueryKey[]
  open: boolean
  onOpenChange: (open: boolean) => void
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
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Are you sure you want to delete this ${kind}?`}
      description={name}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      loading={removal.isPending}
      error={isFailure(removal.data) ? removal.data.message : undefined}
      onConfirm={() => removal.mutate()}
    />
  )
}
