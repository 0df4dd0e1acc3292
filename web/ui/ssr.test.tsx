// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Avatar } from './Avatar.tsx'
import { BridgeArc } from './BridgeArc.tsx'
import { Button } from './Button.tsx'
import { ChipList } from './ChipList.tsx'
import { Dialog } from './Dialog.tsx'
import { Drawer } from './Drawer.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Field } from './Field.tsx'
import { FileDrop } from './FileDrop.tsx'
import { Logo } from './Logo.tsx'
import { Menu, MenuItem } from './Menu.tsx'
import { MonthPicker } from './MonthPicker.tsx'
import { Pagination } from './Pagination.tsx'
import { Popover } from './Popover.tsx'
import { Tabs } from './Tabs.tsx'
import { TagInput } from './TagInput.tsx'
import { TextArea } from './TextArea.tsx'
import { Toaster } from './Toaster.tsx'

test('every part renders on a server, without a window', () => {
  const warn = vi.spyOn(console, 'error')
  const nothing = () => {}
  const html = renderToString(
    <>
      <Logo name="Puente" />
      <BridgeArc />
      <Avatar src="/a.webp" name="Ana" />
      <ChipList items={['React', 'Go']} />
      <Menu trigger={<Button>Menu</Button>}>
        <MenuItem>One</MenuItem>
      </Menu>
      <Popover title="Filters" trigger={<Button>Filters</Button>}>
        text
      </Popover>
      <Dialog open={false} onOpenChange={nothing} title="Title" trigger={<Button>Dialog</Button>} />
      <Drawer open={false} onOpenChange={nothing} title="Title">
        text
      </Drawer>
      <Tabs label="Tabs" tabs={[{ value: 'a', label: 'A' }]} value="a" onChange={nothing}>
        panel
      </Tabs>
      <Pagination page={1} pageCount={3} />
      <Field label="Skills">
        <TagInput value={['React']} onChange={nothing} />
      </Field>
      <Field label="Start" group>
        <MonthPicker value="2024-05" onChange={nothing} min="1990-01" max="2026-11" />
      </Field>
      <TextArea autoGrow counterMax={10} />
      <FileDrop accept="image/*" onFile={nothing} />
      <EmptyState title="Nothing yet" />
      <ErrorState message="Sorry" onRetry={nothing} />
      <Toaster />
    </>,
  )
  expect(globalThis.window).toBeUndefined()
  expect(html).toContain('Page 1 of 3 total')
  expect(html).toContain('>Dialog<')
  expect(warn).not.toHaveBeenCalled()
})
