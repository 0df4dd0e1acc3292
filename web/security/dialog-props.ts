export type SecurityDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChanged: () => void
}
