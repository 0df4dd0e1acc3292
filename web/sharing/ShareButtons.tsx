import Check from 'lucide-react/icons/check'
import Link2 from 'lucide-react/icons/link-2'
import Share2 from 'lucide-react/icons/share-2'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { m } from '#contract/texts.ts'
import { ownAddress } from '../lib/language.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'

const CONFIRMED_MS = 4000

type ShareButtonsProps = {
  /** The path of the page; the current language prefix is added. */
  path: string
  title: string
  centered?: boolean
  className?: string | undefined
}

/** 'Copy link', and 'Share' where the browser can; if neither works, the address to copy by hand (FLOW-03). */
export function ShareButtons({ path, title, centered = false, className }: ShareButtonsProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  const canShare = useSyncExternalStore(noChanges, hasShare, () => false)
  const isCopied = outcome === 'copied'

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setOutcome, CONFIRMED_MS, undefined)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(addressOf(path))
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  async function handleShare() {
    try {
      await navigator.share({ title, url: addressOf(path) })
    } catch (error) {
      // The person has closed the browser's own dialog.
      if (!(error instanceof Error && error.name === 'AbortError')) setOutcome('failed')
    }
  }

  return (
    <div className={cn('text-left', className)}>
      <div className={cn('flex flex-wrap gap-x-1 gap-y-2', centered ? 'justify-center' : '-ml-3')}>
        <Button variant="ghost" size="sm" className="text-muted" onClick={() => void handleCopy()}>
          {isCopied ? <Check aria-hidden="true" /> : <Link2 aria-hidden="true" />}
          {isCopied ? m.sharing_copied() : m.sharing_copy()}
        </Button>
        {canShare && (
          <Button variant="ghost" size="sm" className="text-muted" onClick={() => void handleShare()}>
            <Share2 aria-hidden="true" />
            {m.sharing_share()}
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {isCopied && m.sharing_copied()}
      </p>
      {outcome === 'failed' && (
        <>
          <Alert tone="danger" className="mt-2">
            {m.sharing_copy_failed()}
          </Alert>
          <Field label={m.sharing_address()} hideLabel className="mt-2">
            <TextInput
              readOnly
              value={addressOf(path)}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </Field>
        </>
      )}
    </div>
  )
}

const noChanges = () => () => undefined
const hasShare = () => typeof navigator.share === 'function'
const addressOf = (path: string) => window.location.origin + ownAddress(path)
