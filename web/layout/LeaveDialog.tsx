import { m } from '#contract/texts.ts'
import type { LeaveGuard } from '../lib/use-leave-guard.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** The confirmation of useLeaveGuard; rendered inside the dialog that it concerns. */
export function LeaveDialog({ guard }: { guard: LeaveGuard }) {
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={(open) => !open && guard.stay()}
      title={m.layout_leave()}
      description={m.layout_leave_text()}
      cancelLabel={m.layout_stay()}
      confirmLabel={m.layout_leave_confirm()}
      onConfirm={guard.leave}
    />
  )
}
