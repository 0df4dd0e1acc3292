import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

type RestoredNoteProps = { kept: { isRestored: boolean; discard: () => void } }

/** Says that a form began with input that was kept, and offers to begin anew. */
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
      Your unsaved input is back.
    </Alert>
  )
}
