import type { ComponentType } from 'react'
import { lazyImport, useLazyPopup } from './lazy-import.ts'

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A dialog whose code is loaded when it first opens; `prefetch(TheDialog.code)` loads it ahead. On a failure the
 * dialog stays closed, a toast gives the reason, and the next opening retries.
 */
export function lazyDialog<Props extends OpenProps>(
  importDialog: () => Promise<{ default: ComponentType<Props> }>,
) {
  const code = lazyImport(() => importDialog().then((module) => module.default))
  function LazyDialog(props: Props) {
    const Dialog = useLazyPopup(code, props.open, () => props.onOpenChange(false))
    return Dialog && <Dialog {...props} />
  }
  return Object.assign(LazyDialog, { code })
}
