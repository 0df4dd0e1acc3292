import type { Page } from '@playwright/test'
import { expect, OUTAGE, test } from './fixtures.ts'
import { send, signUpByApi } from './steps/api.ts'
import { holdResponses } from './steps/hold-responses.ts'
import { mailsTo } from './steps/mails.ts'
import { logIn, lucia, marta } from './steps/people.ts'

test.use({ demo: false })

const CHANGED = 'Another-2026'

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** The keys of the form drafts of this tab. */
const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^draft:|^reopen/.test(key)))

/** As on another device, unknown to this page. */
async function endSession(page: Page, baseUrl: string) {
  const headers = { authorization: `Bearer ${await tokenIn(page)}` }
  const response = await fetch(`${baseUrl}/api/users/logout`, { method: 'POST', headers })
  expect(response.status).toBe(204)
}

test('a password reset link arrives by mail and works once', {
  tag: [
    '@AUTH-05',
    '@AUTH-09',
    '@AUTH-10',
    '@AUTH-11',
    '@ERR-07',
    '@ERR-09',
    '@ERR-10',
    '@CONST-17',
    '@API-05',
    '@API-06',
  ],
}, async ({ page, server, allowErrors }) => {
  allowErrors(/400|401/)
  await signUpByApi(server.baseUrl, lucia, 'developer')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot password' })
  await dialog.getByLabel('Email').fill(lucia.email)
  await dialog.getByLabel('Email').press('Enter')
  await expect(dialog.getByText('Mail Send. Check your inbox.')).toBeVisible()
  await expect(dialog).toBeHidden()

  // Besides the mail that confirms the address.
  const resetMails = async () =>
    (await mailsTo(server.dataDir, lucia.email)).filter(({ subject }) => subject === 'Reset your password')
  await expect.poll(async () => (await resetMails()).length).toBe(1)
  const [mail] = await resetMails()
  const link = /https?:\S+\/reset-password\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.html).toContain(`<a href="${link}"`)

  await page.goto(link)
  const password = page.getByLabel('New password')
  await expect(password).toHaveAttribute('autocomplete', 'new-password')
  await password.fill(CHANGED)
  await password.press('Enter')
  await expect(page.getByText('Password updated successfully.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, lucia)
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await logIn(page, { ...lucia, password: CHANGED })
  await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}/)

  await page.goto(link)
  await page.getByLabel('New password').fill('Third-2026')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('Third-2026')
})

test('a session that expires during editing keeps the input for the next sign-in', {
  tag: ['@AUTH-06', '@AUTH-14', '@SET-02', '@ERR-70'],
}, async ({ server, as, allowErrors }) => {
  allowErrors(/401/)
  await signUpByApi(server.baseUrl, marta, 'recruiter')
  const page = await as(marta)
  // The call must be first to find the session expired: neither the socket nor polling.
  await page.routeWebSocket(/socket\.io/, () => {})
  await page.route(/\/messages\/sync/, () => {})
  await page.goto('/settings')
  await page.getByRole('button', { name: 'User Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'User Account' })
  await dialog.getByLabel('Location').fill('Cartagena de Indias')
  await endSession(page, server.baseUrl)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/login')

  await logIn(page, marta)
  await expect(page).toHaveURL('/settings')
  await expect(dialog.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(dialog.getByLabel('Location')).toHaveValue('Cartagena de Indias')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(marta.name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User information updated successfully!')).toBeVisible()
  await page.getByRole('button', { name: 'User Account' }).click()
  await expect(dialog.getByText('We restored your unsaved changes.')).toBeHidden()
})

test('the onboarding wizard continues after an expired session; a logout clears it', {
  tag: ['@ONB-11', '@ONB-13'],
}, async ({ page, server, allowErrors }) => {
  allowErrors(/401/)
  const newcomer = { ...lucia, email: 'newcomer@example.com' }
  const body = { ...newcomer, 'confirm-password': newcomer.password, role: 'developer' }
  await send(server.baseUrl, 'POST', '/users/register', body)
  await page.goto('/login')
  await logIn(page, newcomer)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByLabel('Description').fill('Half a sentence')
  await endSession(page, server.baseUrl)
  // The upload is the first refused call.
  await page.getByLabel('Phone').fill('+34600111222')
  await page.getByLabel('Birth date').fill('1990-05-17')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await expect(page).toHaveURL('/login')
  await logIn(page, newcomer)
  await expect(page).toHaveURL('/onboarding')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Half a sentence')

  await page.getByRole('banner').getByRole('button', { name: newcomer.name }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await logIn(page, newcomer)
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
})

test('sign-in and logout apply to all tabs, and a logout clears their input', {
  tag: ['@AUTH-12', '@AUTH-13', '@AUTH-16'],
}, async ({ page, server, context }) => {
  const tabs = { ...marta, email: 'tabs@example.com' }
  await signUpByApi(server.baseUrl, tabs, 'recruiter')
  const other = await context.newPage()
  await other.goto('/about')
  await page.goto('/login')
  await logIn(page, tabs)
  await expect(page).toHaveURL(/\/recruiter\//)
  const name = other.getByRole('banner').getByRole('button', { name: tabs.name })
  await expect(name).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'User Account' }).click()
  const account = page.getByRole('dialog', { name: 'User Account' })
  await account.getByLabel('Location').fill('Cartagena de Indias')
  expect(await keptIn(page)).toHaveLength(1)

  await name.click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await tokenIn(page)).toBeNull()
  await expect.poll(() => keptIn(page)).toEqual([])
  await logIn(page, tabs)
  await expect(page).toHaveURL('/settings')
  await page.getByRole('button', { name: 'User Account' }).click()
  await expect(account.getByLabel('Location')).toHaveValue('Lima')
})

test('a double click registers once, a failed submit keeps the input, a password can be pasted', {
  tag: ['@AUTH-01', '@AUTH-02', '@ERR-02', '@ERR-03', '@VAL-09'],
}, async ({ page, allowErrors }) => {
  allowErrors(/409|500|ERR_FAILED/)
  const call = '**/api/users/register'
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/register')) calls += 1
  })
  await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
  await fillRegistration(page)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
  const submit = page.getByRole('main').getByRole('button', { name: 'Register' })
  await submit.click()
  await expect(page.getByText('Error registering user')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ana.vera@example.com')

  const letGo = await holdResponses(page, call)
  await submit.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(submit).toBeDisabled()
  letGo()
  await expect(page).toHaveURL('/login')
  expect(calls).toBe(2)
  await expect(page.getByLabel('Email')).toHaveValue('ana.vera@example.com')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
    'autocomplete',
    'current-password',
  )

  await page.unrouteAll()
  await fillRegistration(page)
  await page.getByLabel('Confirm password').press('Enter')
  await expect(page.getByText('Email is already registered')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a support ticket survives an outage and a reload, and arrives once', {
  tag: [
    '@CONT-01',
    '@CONT-02',
    '@CONT-03',
    '@CONT-04',
    '@ERR-64',
    '@ERR-65',
    '@ERR-66',
    '@ERR-67',
    '@ERR-68',
  ],
}, async ({ page, server, allowErrors }) => {
  allowErrors(OUTAGE, /500/)
  await page.goto('/contact')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const main = page.getByRole('main')
  await main.getByLabel('Name').fill('Ana')
  await main.getByLabel('Email').fill('ana@example.com')
  await main.getByLabel('Category').selectOption('Technical Support')
  await main.getByLabel('Subject').fill('The arch')
  await main.getByLabel('Message').fill('It hums at night.')
  const button = main.getByRole('button', { name: 'Send message' })
  await server.kill9()
  await button.click()
  await expect(main.getByText('Error sending message')).toBeVisible()
  await expect(main.getByText('Network error. Please check your connection and try again.')).toBeVisible()
  await server.start()
  await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: 'down' }))
  await button.click()
  await expect(main.getByText('Failed to send message. Please try again.')).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(main.getByLabel('Message')).toHaveValue('It hums at night.')
  await button.click()
  await expect(main.getByText('Message sent successfully!')).toBeVisible()
  await expect(main.getByText("We'll get back to you within 24-48 hours.")).toBeVisible()
  await expect(main.getByLabel('Message')).toHaveValue('')
  await expect
    .poll(async () => (await mailsTo(server.dataDir, 'support@example.com')).map((mail) => mail.subject))
    .toEqual(['[Technical Support] The arch'])
})

test('a deactivated account disappears, and its login error equals that of an unknown account', {
  tag: ['@SET-04', '@SET-05', '@VAL-98', '@VAL-99', '@ERR-73', '@ERR-74'],
}, async ({ server, as, allowErrors }) => {
  allowErrors(/401|500/)
  const leaver = { ...marta, email: 'leaver@example.com' }
  await signUpByApi(server.baseUrl, leaver, 'recruiter')
  const page = await as(leaver)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Remove Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Account' })
  const remove = dialog.getByRole('button', { name: 'Remove account' })
  await remove.click()
  await expect(dialog.getByText('Your email is required')).toBeVisible()
  await dialog.getByLabel('Your email').fill('somebody@example.com')
  await remove.click()
  await expect(dialog.getByText('The email does not match your account email.')).toBeVisible()
  await dialog.getByLabel('Your email').fill(leaver.email.toUpperCase())
  await page.route('**/soft-delete', (route) => route.fulfill({ status: 500, body: '' }))
  await remove.click()
  await expect(dialog.getByText('Error removing your account')).toBeVisible()
  await page.unrouteAll()
  await remove.click()
  await expect(page.getByText('Account deactivated successfully!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await logIn(page, leaver)
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
})

async function fillRegistration(page: Page) {
  await page.goto('/register')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Puente-2026')
  await name.press('ControlOrMeta+a')
  await name.press('ControlOrMeta+c')
  for (const label of ['Password', 'Confirm password']) {
    const password = page.getByLabel(label, { exact: true })
    await password.press('ControlOrMeta+v')
    await expect(password).toHaveValue('Puente-2026')
  }
  await name.fill('Ana')
  await page.getByLabel('Surname').fill('Vera')
  await page.getByLabel('Email').fill('ana.vera@example.com')
}
