import type { ReactNode } from 'react'
import { m } from '#contract/texts.ts'
import { Alert } from './Alert.tsx'
import { AlertDialog } from './AlertDialog.tsx'
import type { AlertDialogProps } from './AlertDialogPopup.tsx'
import { Button } from './Button.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question. */
  title: string
  description?: ReactNode
  /** Additional fields. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  onConfirm: () => void
  /** While the confirmed action runs. */
  loading?: boolean | undefined
  error?: string | undefined
  tone?: 'danger' | 'primary' | undefined
  finalFocus?: AlertDialogProps['finalFocus']
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel = m.general_cancel(),
  onConfirm,
  loading = false,
  error,
  tone = 'danger',
  finalFocus,
}: ConfirmDialogProps) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !loading && onOpenChange(next)}
      title={title}
      description={description}
      finalFocus={finalFocus}
      footer={
        <>
          <Button variant="outline" disabled={loading} onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={tone} loading={loading} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(children || error) && (
        <div className="grid gap-4">
          {children}
          {error && <Alert tone="danger">{error}</Alert>}
        </div>
      )}
    </AlertDialog>
  )
}
