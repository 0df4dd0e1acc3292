import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { RadioCards } from './RadioCards.tsx'
import { Select } from './Select.tsx'
import { TextArea } from './TextArea.tsx'
import { TextInput } from './TextInput.tsx'

describe('Field', () => {
  test.each([
    ['TextInput', <TextInput key="" />],
    ['TextArea', <TextArea key="" counterMax={500} />],
    ['Select', <Select key="" options={['a']} />],
    ['PasswordInput', <PasswordInput key="" />],
  ])('names and describes a %s', (_name, control) => {
    const { rerender } = render(
      <Field label="Name" help="As on your documents" required>
        {control}
      </Field>,
    )
    const field = screen.getByLabelText(/^Name/)
    expect(field).toHaveAccessibleDescription('As on your documents')
    expect(field).toBeRequired()
    expect(field).toBeValid()

    rerender(
      <Field label="Name" help="As on your documents" error="Name is required">
        {control}
      </Field>,
    )
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required')
    expect(screen.getByLabelText('Name')).toBeInvalid()
    expect(screen.queryByText('As on your documents')).not.toBeInTheDocument()
  })

  test('names a group of radios, chosen with the arrow keys', async () => {
    const user = userEvent.setup()
    const chosen: string[] = []
    const options = [
      { value: 'one', label: 'One', help: 'The first' },
      { value: 'two', label: 'Two' },
    ]
    render(
      <Field label="Which" group error="Choose one">
        <RadioCards options={options} value="one" onChange={(value) => chosen.push(value)} />
      </Field>,
    )
    expect(screen.getByRole('radiogroup', { name: 'Which' })).toHaveAccessibleDescription('Choose one')
    expect(screen.getByRole('radio', { name: 'One' })).toHaveAccessibleDescription('The first')
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(chosen).toEqual(['two'])
  })
})

test('a password is hidden until it is revealed', async () => {
  const user = userEvent.setup()
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  )
  await user.type(screen.getByLabelText('Password'), 'secret')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  expect(screen.getByLabelText('Password')).toHaveValue('secret')
})

test('two passwords of a form have buttons of two names', () => {
  render(
    <>
      <PasswordInput aria-label="Password" />
      <PasswordInput aria-label="Confirm" ordinal={2} />
    </>,
  )
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Show password',
    'Show second password',
  ])
})

test('a text area counts characters, also past the maximum', async () => {
  const user = userEvent.setup()
  render(<TextArea aria-label="About" counterMax={5} />)
  expect(screen.getByText('0 / 5')).toBeInTheDocument()
  await user.type(screen.getByLabelText('About'), 'puente')
  expect(screen.getByText('6 / 5')).toBeInTheDocument()
})

test('a checkbox has its error and its indeterminate state', () => {
  render(<Checkbox label="I accept" error="Please accept" indeterminate />)
  const box = screen.getByRole('checkbox', { name: 'I accept' })
  expect(box).toHaveAccessibleDescription('Please accept')
  expect(box).toBeInvalid()
  expect(box).toBePartiallyChecked()
})
