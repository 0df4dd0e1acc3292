import type { LeaveGuard } from '../lib/use-leave-guard.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** The question of useLeaveGuard; inside of the dialog that it asks about. */
export function LeaveDialog({ guard }: { guard: LeaveGuard }) {
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={(open) => !open && guard.stay()}
      title="Leave without saving?"
      description="What you have typed here will be lost."
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={guard.leave}
    />
  )
}
