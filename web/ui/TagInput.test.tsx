import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Field } from './Field.tsx'
import { TagInput } from './TagInput.tsx'

describe('TagInput', () => {
  test('Enter and a comma add what was typed, trimmed', async () => {
    const { user, input, tags } = setup()
    await user.type(input(), '  React {Enter}')
    await user.type(input(), 'Node.js,')
    expect(tags()).toEqual(['React', 'Node.js'])
    expect(input()).toHaveValue('')
  })

  test('the same tag in other letters and an empty one are refused', async () => {
    const { user, input, tags } = setup({ start: ['React'] })
    await user.type(input(), 'react{Enter}')
    await user.type(input(), '   {Enter}')
    expect(tags()).toEqual(['React'])
  })

  test('the input disappears at the maximum and returns when a tag is removed', {
    tags: 'CONST-08',
  }, async () => {
    const { user, tags } = setup({ start: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] })
    await user.type(screen.getByRole('combobox', { name: 'Skills' }), 'j{Enter}')
    expect(tags()).toHaveLength(10)
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Remove e' }))
    expect(tags()).toHaveLength(9)
    expect(screen.getByRole('combobox', { name: 'Skills' })).toBeInTheDocument()
  })

  test('a pasted list is cut at the maximum', { tags: 'CONST-08' }, async () => {
    const { user, input, tags } = setup()
    await user.click(input())
    await user.paste(Array.from({ length: 14 }, (_, index) => `skill ${index}`).join(', '))
    expect(tags()).toHaveLength(10)
  })

  test('a text of more than 40 characters is refused with a message, not cut', async () => {
    const { user, input, tags } = setup()
    await user.click(input())
    await user.paste(`Go, ${'x'.repeat(45)}, React`)
    expect(tags()).toEqual(['Go', 'React'])
    expect(input()).toHaveValue('x'.repeat(45))
    expect(input()).toBeInvalid()
    expect(screen.getByRole('alert')).toHaveTextContent('40')
    await user.type(input(), '{Enter}')
    expect(tags()).toEqual(['Go', 'React'])
    await user.type(input(), '{Backspace>5/}{Enter}')
    expect(tags()).toEqual(['Go', 'React', 'x'.repeat(40)])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('Backspace removes the last tag only when nothing is typed', async () => {
    const { user, input, tags } = setup({ start: ['React', 'Go'] })
    await user.type(input(), 'x{Backspace}')
    expect(tags()).toEqual(['React', 'Go'])
    await user.type(input(), '{Backspace}')
    expect(tags()).toEqual(['React'])
  })

  test('suggestions are chosen with the arrow keys, without those already there', async () => {
    const { user, input, tags, onQuery } = setup({
      start: ['Python'],
      suggestions: ['python', 'Pytest', 'PyTorch'],
    })
    await user.type(input(), 'py')
    expect(onQuery).toHaveBeenLastCalledWith('py')
    expect(input()).toHaveAccessibleName('Skills')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Pytest', 'PyTorch'])

    // The first is highlighted: Enter would choose it.
    await user.keyboard('{ArrowDown}')
    const active = screen.getByRole('option', { name: 'PyTorch' })
    expect(active).toHaveAttribute('data-highlighted')
    expect(input()).toHaveAttribute('aria-activedescendant', active.id)
    await user.keyboard('{Enter}')
    expect(tags()).toEqual(['Python', 'PyTorch'])
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })

  test('Enter takes the suggestion that begins with the typed text, a comma takes the text itself', async () => {
    const { user, input, tags } = setup({ suggestions: ['Preact', 'React Native', 'React'] })
    await user.type(input(), 'rea')
    expect(screen.getByRole('option', { name: 'React Native' })).toHaveAttribute('data-highlighted')
    await user.type(input(), '{Enter}')
    await user.type(input(), 'react{Enter}')
    await user.type(input(), 'rea,')
    expect(tags()).toEqual(['React Native', 'React', 'rea'])
  })

  test('Enter takes no suggestion that contains the typed text in the middle', async () => {
    const { user, input, tags } = setup({ suggestions: ['Preact'] })
    await user.type(input(), 'act{Enter}')
    expect(tags()).toEqual(['act'])
  })

  test('a press chooses a suggestion, and the half-typed word is dropped', async () => {
    const { user, input, tags } = setup({ suggestions: ['Kotlin'] })
    await user.type(input(), 'ko')
    await user.click(screen.getByRole('option', { name: 'Kotlin' }))
    expect(tags()).toEqual(['Kotlin'])
  })

  test('Escape closes the suggestions and keeps the text', async () => {
    const { user, input } = setup({ suggestions: ['Kotlin'] })
    await user.type(input(), 'ko{Escape}')
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
    expect(input()).toHaveValue('ko')
  })

  test('Escape without suggestions keeps text and tags', async () => {
    const { user, input, tags } = setup({ start: ['Go'] })
    await user.type(input(), 'ko{Escape}')
    expect(input()).toHaveValue('ko')
    expect(tags()).toEqual(['Go'])
  })

  test('added and removed tags are announced', async () => {
    const { user, input } = setup({ start: ['Go'] })
    await user.type(input(), 'React{Enter}')
    expect(screen.getByText('React added, 2 of 10')).toBeInTheDocument()
    await user.type(input(), '{Backspace}')
    expect(screen.getByText('React removed')).toBeInTheDocument()
  })

  test('leaving the input adds what was typed', async () => {
    const { user, input, tags } = setup()
    await user.type(input(), 'Rust')
    await user.click(document.body)
    expect(tags()).toEqual(['Rust'])
  })

  test('Enter with a text adds a tag and does not submit the form', async () => {
    const onSubmit = vi.fn()
    const { user, input } = setup({ onSubmit })
    await user.type(input(), 'React{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

type SetupOptions = { start?: string[]; suggestions?: string[]; onSubmit?: () => void }

function setup({ start = [], suggestions = [], onSubmit }: SetupOptions = {}) {
  const onQuery = vi.fn()
  function Form() {
    const [value, setValue] = useState(start)
    const [text, setText] = useState('')
    return (
      <form onSubmit={onSubmit}>
        <Field label="Skills">
          <TagInput
            value={value}
            onChange={setValue}
            suggestions={suggestions}
            suggestedFor={text}
            onQuery={(typed) => {
              setText(typed)
              onQuery(typed)
            }}
          />
        </Field>
      </form>
    )
  }
  render(<Form />)
  return {
    user: userEvent.setup(),
    onQuery,
    input: () => screen.getByRole('combobox', { name: 'Skills' }),
    tags: () => {
      const list = screen.queryByRole('list', { name: 'Chosen' })
      return list
        ? within(list)
            .getAllByRole('listitem')
            .map((item) => item.textContent)
        : []
    },
  }
}
