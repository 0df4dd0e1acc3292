import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from './Menu.tsx'
import { Popover } from './Popover.tsx'

describe('Menu', () => {
  test('a press opens it, a second one closes it', async () => {
    const { user, button } = setup()
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await user.click(button)
    expect(await screen.findByRole('menu', { name: 'Account' })).toBeInTheDocument()
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('works with keys alone', async () => {
    const { user, button, onSettings } = setup()
    await user.tab()
    expect(button).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus())
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onSettings).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await waitFor(() => expect(button).toHaveFocus())

    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(screen.getByRole('menuitemradio', { name: 'Dark' })).toHaveFocus())
  })

  test('an item can be a link, and one of several can be chosen', async () => {
    const { user, button } = setup()
    await user.click(button)
    expect(await screen.findByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
    expect(screen.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  })
})

describe('Popover', () => {
  test('opens as a named dialog, and its button closes it', async () => {
    const user = userEvent.setup()
    render(
      <Popover title="Filters" trigger={<Button>Filter</Button>}>
        <button type="button">inside</button>
      </Popover>,
    )
    const button = screen.getByRole('button', { name: 'Filter' })
    await user.click(button)
    expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'inside' })).toHaveFocus())
    await user.click(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    await user.click(button)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(button).toHaveFocus())
  })
})

function setup() {
  const onSettings = vi.fn()
  function Page() {
    const [theme, setTheme] = useState<'light' | 'dark'>('light')
    return (
      <Menu trigger={<Button>Account</Button>}>
        <MenuItem render={<a href="/profile" />}>Profile</MenuItem>
        <MenuItem onSelect={onSettings}>Settings</MenuItem>
        <MenuSeparator />
        <MenuLabel>Theme</MenuLabel>
        <MenuRadioGroup
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </Menu>
    )
  }
  render(<Page />)
  return { user: userEvent.setup(), onSettings, button: screen.getByRole('button', { name: 'Account' }) }
}
