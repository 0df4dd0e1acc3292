import type { LeaveGuard } from '../lib/use-leave-guard.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** The confirmation of useLeaveGuard; rendered inside the dialog that it concerns. */
export function LeaveDialog({ guard }: { guard: LeaveGuard }) {
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={(open) => !open && guard.stay()}
      title="Leave without saving?"
      description="Your changes will be lost."
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={guard.leave}
    />
  )
}
