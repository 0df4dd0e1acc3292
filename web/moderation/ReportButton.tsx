import Flag from 'lucide-react/icons/flag'
import { Suspense, useState } from 'react'
import type { ReportKind } from '#contract/reports.ts'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'))

type ReportButtonProps = { kind: ReportKind; id: string; className?: string | undefined }

/** Reports a thing of somebody else; its dialog loads on the first press (MOD-02). */
export function ReportButton({ kind, id, className }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className={className}
        onClick={() => {
          setOpen(true)
          setWasOpen(true)
        }}
      >
        <Flag aria-hidden="true" />
        {m.moderation_report({ kind })}
      </Button>
      {wasOpen && (
        <Suspense fallback={null}>
          <ReportDialog kind={kind} id={id} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
