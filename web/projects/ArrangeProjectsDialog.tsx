import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_PINNED, type ProfileProject } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import { LeaveDialog } from '../layout/LeaveDialog.tsx'
import { isFailure } from '../lib/api-failure.ts'
import { useLeaveGuard } from '../lib/use-leave-guard.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ArrangedList, pinButtonId } from './ArrangedList.tsx'
import { byYear, type Groups, groupsOf, move, orderOf, togglePin } from './arrangement.ts'
import { arrangeProjects, ownProjectsQuery, PROJECTS_KEY } from './projects.api.ts'

type ArrangeProjectsDialogProps = {
  developerId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Pins and order of the own projects, drafts included (FLOW-06). */
export default function ArrangeProjectsDialog({
  developerId,
  open,
  onOpenChange,
}: ArrangeProjectsDialogProps) {
  const queryClient = useQueryClient()
  const stored = useQuery({ ...ownProjectsQuery(developerId), enabled: open })
  const [changed, setChanged] = useState<Groups>()
  const groups = changed ?? (stored.data && groupsOf(stored.data))
  const saving = useMutation({
    mutationFn: arrangeProjects,
    onSuccess: async (result) => {
      const isGone = isFailure(result) && result.status === 404
      if (!isFailure(result) || isGone) await queryClient.invalidateQueries({ queryKey: PROJECTS_KEY })
      // A pinned project may be the cover of the person.
      if (!isFailure(result)) void queryClient.invalidateQueries({ queryKey: DEVS_KEY })
      // A project was deleted meanwhile.
      if (isGone) setChanged(undefined)
      if (isFailure(result)) return
      setChanged(undefined)
      toast.success(m.projects_arranged())
      onOpenChange(false)
    },
  })

  const guard = useLeaveGuard(changed !== undefined, () => setChanged(undefined))
  const close = () => !saving.isPending && guard.close(() => onOpenChange(false))

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={m.projects_arrange()}
      description={m.projects_arrange_help()}
      footer={
        <>
          {isFailure(saving.data) && (
            <div className="basis-full">
              <Alert tone="danger">{saving.data.message}</Alert>
            </div>
          )}
          <Button variant="outline" disabled={saving.isPending} onClick={close}>
            {m.general_cancel()}
          </Button>
          <Button
            disabled={!groups || groups.pinned.length + groups.others.length === 0}
            loading={saving.isPending}
            onClick={() => groups && saving.mutate(orderOf(groups))}
          >
            {m.general_save()}
          </Button>
        </>
      }
    >
      {groups ? (
        <Arrangement groups={groups} onChange={setChanged} />
      ) : stored.isError ? (
        <ErrorState
          compact
          message={m.projects_of_developer_failed()}
          onRetry={() => void stored.refetch()}
          retrying={stored.isFetching}
        />
      ) : (
        <Skeleton className="h-48 rounded-card" />
      )}
      <LeaveDialog guard={guard} />
    </Dialog>
  )
}

function Arrangement({ groups, onChange }: { groups: Groups; onChange: (groups: Groups) => void }) {
  const { pinned, others } = groups
  const [announcement, setAnnouncement] = useState('')
  const isFull = pinned.length >= MAX_PINNED
  if (pinned.length + others.length === 0) return <p className="text-muted">{m.projects_arrange_empty()}</p>

  function handlePin(project: ProfileProject) {
    flushSync(() => onChange(togglePin(groups, project)))
    // It is in the other list now.
    document.getElementById(pinButtonId(project._id))?.focus()
  }

  const list = (name: keyof Groups) => ({
    projects: groups[name],
    onPin: handlePin,
    onMove(from: number, to: number) {
      const next = move(groups, name, from, to)
      flushSync(() => onChange(next))
      const title = groups[name][from]?.title ?? ''
      setAnnouncement(m.projects_moved({ title, position: to + 1, count: groups[name].length }))
    },
  })

  return (
    <div className="space-y-5">
      {pinned.length > 0 && <ArrangedList label={m.projects_pinned()} isPinned {...list('pinned')} />}
      {isFull && others.length > 0 && <p className="text-muted text-sm">{m.projects_pins_full()}</p>}
      {others.length > 0 && <ArrangedList label={m.projects_plural()} isFull={isFull} {...list('others')} />}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => onChange({ pinned: byYear(pinned), others: byYear(others) })}
      >
        {m.projects_arrange_years()}
      </Button>
      <span aria-live="polite">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </span>
    </div>
  )
}
