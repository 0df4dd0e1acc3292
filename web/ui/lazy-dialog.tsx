import type { ComponentType } from 'react'
import { lazyPart, useLazyWindow } from './lazy-part.ts'

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A dialog whose code comes when it is opened first, with a way to fetch it ahead. One that cannot be fetched stays
 * closed, says why, and is fetched again when it is opened again; the page is not touched.
 */
export function lazyDialog<Props extends OpenProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const part = lazyPart(() => load().then((module) => module.default))
  function LazyDialog(props: Props) {
    const Dialog = useLazyWindow(part, props.open, () => props.onOpenChange(false))
    return Dialog && <Dialog {...props} />
  }
  return Object.assign(LazyDialog, { part })
}
