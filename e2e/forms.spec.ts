import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signUpByApi } from './steps/api.ts'
import { lucia } from './steps/people.ts'

// Behaviour that all forms share.
test.use({ demo: false, permissions: ['clipboard-read', 'clipboard-write'] })

type Field = { label: string; autoComplete: string | null; value: string }
type Form = {
  name: string
  path: string
  /** The trigger of a form in a dialog. */
  opener?: string
  submit: string
  call: string
  fields: Field[]
  /** The first invalid field of an empty form, and its error. */
  wrong: { label: string; text: string }
  /** Fields that are chosen instead of typed. */
  choose?: (form: Locator) => Promise<unknown>
}

const email = (autoComplete: string | null, label = 'Email') => ({ label, autoComplete, value: lucia.email })
const password = (label: string, autoComplete = 'new-password') => ({
  label,
  autoComplete,
  value: 'Otra-2026',
})
const FORMS: Form[] = [
  {
    name: 'login',
    path: '/login',
    submit: 'Login',
    call: '**/api/users/login',
    fields: [email('username'), password('Password', 'current-password')],
    wrong: { label: 'Email', text: 'This field is required' },
  },
  {
    name: 'register',
    path: '/register',
    submit: 'Register',
    call: '**/api/users/register',
    fields: [
      { label: 'Name', autoComplete: 'given-name', value: 'Lucía' },
      { label: 'Surname', autoComplete: 'family-name', value: 'Peña' },
      email('email'),
      password('Password'),
      password('Confirm password'),
    ],
    wrong: { label: 'Name', text: 'Name is required' },
  },
  {
    name: 'forgot password',
    path: '/login',
    opener: 'Forgot password',
    submit: 'Send link',
    call: '**/api/users/forgot-password',
    fields: [email('email')],
    wrong: { label: 'Email', text: 'Please, add your email' },
  },
  {
    name: 'reset password',
    path: '/reset-password/of-nobody',
    submit: 'Change password',
    call: '**/api/users/reset-password/*',
    fields: [password('New password')],
    wrong: { label: 'New password', text: 'This field is required' },
  },
  {
    name: 'contact',
    path: '/contact',
    submit: 'Send message',
    call: '**/api/contact',
    fields: [
      { label: 'Name', autoComplete: 'name', value: 'Lucía Peña' },
      email('email'),
      { label: 'Subject', autoComplete: null, value: 'The arch' },
      { label: 'Message', autoComplete: null, value: 'It hums at night.' },
    ],
    wrong: { label: 'Name', text: 'This field is required' },
    choose: (form) => form.getByLabel('Category').selectOption('Other'),
  },
  {
    name: 'user account',
    path: '/settings',
    opener: 'User Account',
    submit: 'Save',
    call: '**/api/settings/profile',
    fields: [
      { label: 'Name', autoComplete: 'given-name', value: 'Lucía' },
      { label: 'Surname', autoComplete: 'family-name', value: 'Ferrer' },
      { label: 'Location', autoComplete: 'address-level2', value: 'Bogotá' },
      { label: 'Phone', autoComplete: 'tel', value: '+34 600222333' },
    ],
    wrong: { label: 'Name', text: 'Name is required' },
  },
  {
    name: 'change password',
    path: '/settings',
    opener: 'Change Password',
    submit: 'Change password',
    call: '**/api/settings/change-password',
    fields: [
      password('Current password', 'current-password'),
      password('New password'),
      password('Confirm new password'),
    ],
    wrong: { label: 'Current password', text: 'Current password is required' },
  },
  {
    name: 'remove account',
    path: '/settings',
    opener: 'Remove Account',
    submit: 'Remove account',
    call: '**/api/settings/delete-account/soft-delete',
    fields: [email('off', 'Your email')],
    wrong: { label: 'Your email', text: 'Your email is required' },
  },
]

for (const form of FORMS) {
  test(`${form.name}: autofill names, paste, Enter, a single request, no input lost on failure [decision 47]`, async ({
    page,
    server,
    allowErrors,
  }) => {
    allowErrors(/status of 500/)
    if (form.path === '/settings') await signIn(page, server.baseUrl)
    const { element, field } = await open(page, form)
    const submit = page.getByRole('button', { name: form.submit, exact: true }).last()
    let calls = 0
    let response = () => {}
    const isHeld = new Promise<void>((resolve) => (response = resolve))
    await page.route(form.call, async (route) => {
      calls += 1
      await isHeld
      await route.fulfill({ status: 500, body: '' })
    })

    for (const { label, autoComplete } of form.fields) {
      if (autoComplete === null) await expect(field(label)).not.toHaveAttribute('autocomplete')
      else await expect(field(label)).toHaveAttribute('autocomplete', autoComplete)
      await field(label).fill('')
    }
    const { label, text } = form.wrong
    await field(form.fields.at(0)?.label ?? label).press('Enter')
    await expect(field(label)).toBeFocused()
    await expect(field(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(label)).toHaveAccessibleDescription(text)
    expect(calls).toBe(0)

    for (const { label, value } of form.fields) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), value)
      await field(label).press('ControlOrMeta+v')
      await expect(field(label)).toHaveValue(value)
    }
    await form.choose?.(element)
    await field(form.fields.at(0)?.label ?? label).press('Enter')
    await expect(submit).toBeDisabled()
    await field(form.fields.at(0)?.label ?? label).press('Enter')
    await submit.evaluate((button: HTMLButtonElement) => button.click())
    response()
    await expect(element.getByRole('alert')).toBeVisible()
    await expect(element.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expect(submit).toBeEnabled()
    expect(calls).toBe(1)
    for (const { label, value } of form.fields) await expect(field(label)).toHaveValue(value)
  })
}

test('on a phone the result of a long form is in view', {
  tag: ['@phone-only', '@ERR-03', '@ERR-65', '@ERR-67'],
}, async ({ page, allowErrors }) => {
  allowErrors(/ERR_FAILED/)
  for (const { name, path, submit, call, fields, choose } of FORMS) {
    if (name !== 'register' && name !== 'contact') continue
    await page.goto(path)
    const main = page.getByRole('main')
    for (const { label, value } of fields) await main.getByLabel(label, { exact: true }).fill(value)
    await choose?.(main)
    await page.route(call, (route) => route.abort())
    await main.getByRole('button', { name: submit }).click()
    await expect(main.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await page.unroute(call)
  }
  await page.getByRole('main').getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message sent successfully!')).toBeInViewport({ ratio: 1 })
})

async function signIn(page: Page, baseUrl: string) {
  const person = { ...lucia, email: lucia.email }
  const login = { email: person.email, password: person.password }
  const known = await fetch(`${baseUrl}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  const token = known.ok ? (await known.json()).token : await signUpByApi(baseUrl, person, 'developer')
  await page.addInitScript((stored) => localStorage.setItem('token', stored), token)
}

async function open(page: Page, { path, opener }: Form) {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  if (opener) await page.getByRole('button', { name: opener }).click()
  const element = opener ? page.getByRole('dialog') : page.getByRole('main')
  return { element, field: (label: string) => element.getByLabel(label, { exact: true }) }
}
