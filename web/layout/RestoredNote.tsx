import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

type RestoredNoteProps = { kept: { isRestored: boolean; discard: () => void } }

/** Says that a form opened with restored input, and offers to discard it. */
export function RestoredNote({ kept }: RestoredNoteProps) {
  if (!kept.isRestored) return null
  return (
    <Alert
      tone="info"
      action={
        <Button variant="ghost" size="sm" onClick={kept.discard}>
          Discard
        </Button>
      }
    >
      Your unsaved changes were restored.
    </Alert>
  )
}
