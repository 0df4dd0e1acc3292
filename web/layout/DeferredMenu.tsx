import {
  type ComponentType,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  Suspense,
  useState,
} from 'react'
import { prefetch } from '../ui/lazy-import.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import type { MenuEntry } from '../ui/menu-parts.ts'

export type DeferredMenuProps = {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The first focus after opening. */
  firstEntry: MenuEntry
}

type Props = {
  /** A plain button; the same element once the menu is loaded. */
  trigger: ReactElement<Record<string, unknown>>
  /** Imports the module that default-exports the menu, on hover or focus of the button. */
  load: () => Promise<{ default: ComponentType<DeferredMenuProps> }>
}

/** A menu with lazily loaded code. */
export function DeferredMenu({ trigger, load }: Props) {
  const [LoadedMenu] = useState(() => lazyPart(load))
  const [open, setOpen] = useState<boolean>()
  const [firstEntry, setFirstEntry] = useState<MenuEntry>()
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => prefetch(load),
    onFocus: () => prefetch(load),
    onClick: (event: MouseEvent) => {
      // By keyboard.
      if (event.detail === 0) setFirstEntry('first')
      setOpen(true)
    },
  })
  if (open === undefined) return plain
  return (
    <Suspense fallback={plain}>
      <LoadedMenu trigger={trigger} open={open} onOpenChange={setOpen} firstEntry={firstEntry} />
    </Suspense>
  )
}
