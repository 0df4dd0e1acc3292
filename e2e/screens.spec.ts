import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { send, signUpByApi } from './steps/api.ts'
import { expectAccessible, expectNoSidewaysScroll } from './steps/axe.ts'
import { waitUntilLoaded } from './steps/loaded.ts'
import { drawPicture, lucia, marta } from './steps/people.ts'

// Every public screen, on phone and desktop, in both themes.
test.use({ demo: false })
test.setTimeout(120_000)

async function expectSound(page: Page) {
  await waitUntilLoaded(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

const enter = async (baseUrl: string) => {
  for (const [person, role] of [
    [lucia, 'developer'],
    [marta, 'recruiter'],
  ] as const) {
    const login = { email: person.email, password: person.password }
    const known = await fetch(`${baseUrl}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    })
    if (!known.ok) await signUpByApi(baseUrl, person, role)
  }
}

test('forms with errors and messages are accessible', {
  tag: [
    '@deep',
    '@VAL-01',
    '@VAL-02',
    '@VAL-03',
    '@VAL-05',
    '@VAL-08',
    '@VAL-11',
    '@VAL-12',
    '@VAL-100',
    '@AUTH-05',
  ],
}, async ({ page }) => {
  for (const [path, button, first] of [
    ['/login', 'Login', 'Email'],
    ['/register', 'Register', 'Name'],
    ['/contact', 'Send message', 'Name'],
  ] as const) {
    await page.goto(path)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page.getByRole('main').getByRole('button', { name: button }).click()
    const field = page.getByRole('main').getByLabel(first, { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(/required/)
    await expectSound(page)
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot password' })
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByText('Please, add your email')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expectSound(page)
})

test('the wizard is accessible on every step, and keeps its input back and forth', {
  tag: [
    '@deep',
    '@ONB-01',
    '@ONB-05',
    '@ONB-06',
    '@ONB-07',
    '@ONB-08',
    '@VAL-71',
    '@VAL-73',
    '@VAL-76',
    '@VAL-80',
    '@VAL-85',
  ],
}, async ({ page, server, isMobile }) => {
  const newcomer = { ...lucia, email: `wizard-${isMobile ? 'phone' : 'desk'}@example.com` }
  const { email, password } = newcomer
  const body = { ...newcomer, 'confirm-password': password, role: 'developer' }
  await send(server.baseUrl, 'POST', '/users/register', body)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/onboarding')
  await expectSound(page)
  await page.getByRole('button', { name: 'Start' }).click()

  const next = page.getByRole('button', { name: 'Next' })
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Description').fill('Bridges.')
  await expect(
    page.getByText('Please enter a valid phone number (start with + and at least 8 digits).'),
  ).toBeVisible()
  await expect(page.getByText('8 / 500')).toBeVisible()
  await expect(next).toBeDisabled()
  await expectSound(page)
  await page.getByLabel('Phone').fill('+34600111222')
  await page.getByLabel('Birth date').fill('1990-05-17')
  await next.click()
  await expect(page.getByText('2 / 4')).toBeVisible()
  await expectSound(page)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawPicture(300, 300) })
  await next.click()

  await page.getByLabel('Years of experience').fill('many')
  await page.getByLabel('LinkedIn').fill('linkedin.com/in/lucia')
  await page.getByLabel('Professional position').focus()
  await expect(page.getByText('Must be a positive number')).toBeVisible()
  await expect(page.getByLabel('LinkedIn')).toHaveValue('https://linkedin.com/in/lucia')
  await expectSound(page)
  await page.getByLabel('Years of experience').fill('6')
  await page.getByLabel('Professional position').fill('Engineer')
  await page.getByLabel('Location').fill('Bogotá')
  await page.getByLabel('Language 1', { exact: true }).fill('Español')
  await page.getByLabel('Level of language 1').selectOption('Native')
  await next.click()
  await expect(page.getByText('4 / 4')).toBeVisible()
  await expectSound(page)

  for (let step = 0; step < 3; step += 1) await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('+34 600111222')
  await expect(page.getByLabel('Birth date')).toHaveValue('1990-05-17')
  await next.click()
  await next.click()
  await expect(page.getByLabel('Level of language 1')).toHaveValue('Native')
})

test('a page that throws shows the error screen, and logs the reason to the console', {
  tag: '@ROUTE-37',
}, async ({ page, server, allowErrors }) => {
  allowErrors(/TypeError|Cannot read|undefined/)
  await enter(server.baseUrl)
  const { token } = (await send(server.baseUrl, 'POST', '/users/login', {
    email: marta.email,
    password: marta.password,
  })) as { token: string }
  await send(server.baseUrl, 'POST', '/offers', { position: 'Ingeniera', skills: ['Go'] }, token)
  await page.goto('/offers')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // An invalid response whose rendering throws.
  await page.route(/\/api\/offers\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json: { _id: 'x' } }))
  await page.getByRole('link', { name: 'Ingeniera', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expectSound(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ingeniera' })).toBeVisible()
})

test.describe('the settings of the operator', () => {
  test.use({
    serverEnv: {
      PRODUCT_NAME: 'Azud & <Co>',
      SUPPORT_EMAIL: 'ayuda@azud.example',
      PRIVACY_EMAIL: 'datos@azud.example',
      LEGAL_EMAIL: 'legal@azud.example',
    },
  })

  test('reach every page, rendered on the server or in the browser, without another request', {
    tag: ['@CONT-05', '@CONT-06', '@CONT-07', '@CONT-08'],
  }, async ({ page, server }) => {
    const html = await (await fetch(`${server.baseUrl}/legal/terms`)).text()
    expect(html).toContain('Terms of Use · Azud &amp; &lt;Co&gt;')
    expect(html).toContain('mailto:legal@azud.example')
    expect(html).not.toMatch(/Puente|@example\.com/)
    const manifest = await page.request.get('/manifest.webmanifest')
    expect(await manifest.json()).toMatchObject({ name: 'Azud & <Co>', short_name: 'Azud & <Co>' })
    await page.goto('/login')
    await expect(page).toHaveTitle('Login · Azud & <Co>')
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    // By keyboard: a mouse would rest on another link, which prefetches its list.
    await page.getByRole('link', { name: 'Contact', exact: true }).press('Enter')
    await expect(page.getByRole('link', { name: 'ayuda@azud.example' })).toBeVisible()
    await page.getByRole('link', { name: 'Privacy policy' }).press('Enter')
    await expect(page.getByRole('link', { name: 'datos@azud.example' }).first()).toBeVisible()
    await expect(page.getByRole('banner').getByText('Azud & <Co>')).toBeVisible()
    expect(calls).toEqual([])
  })
})
