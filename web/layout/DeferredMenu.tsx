import {
  type ComponentType,
  cloneElement,
  lazy,
  type MouseEvent,
  type ReactElement,
  Suspense,
  useState,
} from 'react'
import type { MenuEntry } from '../ui/Menu.tsx'

export type DeferredMenuProps = {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Where the focus goes when it opens for the first time. */
  firstEntry: MenuEntry
}

type Props = {
  /** A plain button; it stays the same one when the menu arrives. */
  trigger: ReactElement<Record<string, unknown>>
  /** The file that default-exports the menu, imported when the pointer or the keyboard comes near. */
  load: () => Promise<{ default: ComponentType<DeferredMenuProps> }>
}

/** A menu whose code is not part of the first load. */
export function DeferredMenu({ trigger, load }: Props) {
  const [LoadedMenu] = useState(() => lazy(load))
  const [open, setOpen] = useState<boolean>()
  const [firstEntry, setFirstEntry] = useState<MenuEntry>()
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: load,
    onFocus: load,
    onClick: (event: MouseEvent) => {
      // Pressed with keys.
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
