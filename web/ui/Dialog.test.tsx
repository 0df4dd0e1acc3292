import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { TagInput } from './TagInput.tsx'
import { TextInput } from './TextInput.tsx'

describe('Dialog', () => {
  test('has title and description, focuses its first field and restores the focus', async () => {
    const { user } = setup()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit profile' })
    expect(dialog).toHaveAccessibleDescription('Seen by everybody')
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus())
  })

  test('the close button closes it', async () => {
    const { user } = setup()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('unsaved input keeps it open', async () => {
    const canDismiss = vi.fn(() => false)
    const { user } = setup(canDismiss)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(await screen.findByLabelText('Name'), 'Ana')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(canDismiss).toHaveBeenCalledTimes(2)
    expect(screen.getByLabelText('Name')).toHaveValue('Ana')
  })

  test('Escape in an open list of suggestions closes the list only', async () => {
    const { user } = setup()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(await screen.findByRole('combobox', { name: 'Skills' }), 'ko')
    expect(screen.getByRole('listbox')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })
})

describe('ConfirmDialog', () => {
  test('asks, confirms and cancels', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn()
    const onOpenChange = vi.fn()
    render(
      <ConfirmDialog
        open
        onOpenChange={onOpenChange}
        title="Delete it?"
        confirmLabel="Yes, I'm sure"
        cancelLabel="Close"
        onConfirm={onConfirm}
      />,
    )
    expect(await screen.findByRole('alertdialog', { name: 'Delete it?' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(onOpenChange).toHaveBeenCalledWith(false)
    expect(onConfirm).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: "Yes, I'm sure" }))
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  test('while loading a second press does nothing and Escape does not close it', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn()
    const onOpenChange = vi.fn()
    render(
      <ConfirmDialog
        open
        loading
        onOpenChange={onOpenChange}
        title="Delete it?"
        confirmLabel="Yes"
        onConfirm={onConfirm}
      />,
    )
    const yes = await screen.findByRole('button', { name: 'Yes' })
    expect(yes).toHaveAttribute('aria-busy', 'true')
    yes.focus()
    await user.keyboard('{Enter}{Escape}')
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onOpenChange).not.toHaveBeenCalled()
  })
})

function setup(canDismiss?: () => boolean) {
  function Page() {
    const [isOpen, setOpen] = useState(false)
    const [skills, setSkills] = useState<string[]>([])
    return (
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Edit profile"
        description="Seen by everybody"
        trigger={<Button>Edit</Button>}
        canDismiss={canDismiss}
      >
        <Field label="Name">
          <TextInput />
        </Field>
        <Field label="Skills">
          <TagInput value={skills} onChange={setSkills} suggestions={['Kotlin']} />
        </Field>
      </Dialog>
    )
  }
  render(<Page />)
  return { user: userEvent.setup() }
}
