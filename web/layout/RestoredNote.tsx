import { m } from '#contract/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

type RestoredNoteProps = { persisted: { isRestored: boolean; discard: () => void } }

/** The note of a form with restored input, with a button to discard it. */
export function RestoredNote({ persisted }: RestoredNoteProps) {
  if (!persisted.isRestored) return null
  return (
    <Alert
      tone="info"
      action={
        <Button variant="ghost" size="sm" onClick={persisted.discard}>
          {m.layout_discard()}
        </Button>
      }
    >
      {m.layout_restored()}
    </Alert>
  )
}
