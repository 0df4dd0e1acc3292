import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect, test } from './fixtures.ts'
import { signUpByApi } from './steps/api.ts'
import { logIn, lucia } from './steps/people.ts'

test.use({ demo: false })

/** A virtual authenticator that always verifies the user. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page, baseUrl: string) {
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto(`${baseUrl}/login`)
}

test('with an authenticator app and a passkey set up, a password needs a second factor, and the passkey signs in alone', {
  tag: ['@ACCT-02'],
}, async ({ page, server, allowErrors }) => {
  // Pictures have absolute URLs of the server.
  allowErrors(/401|400|NotSameOrigin/)
  // Passkeys belong to a host name.
  const baseUrl = server.baseUrl.replace('127.0.0.1', 'localhost')
  await addAuthenticator(page)
  await signUpByApi(server.baseUrl, lucia, 'developer')
  await page.goto(`${baseUrl}/login`)
  await logIn(page, lucia)
  await expect(page).not.toHaveURL(/login/)
  await page.goto(`${baseUrl}/settings/security`)

  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  const app = page.getByRole('dialog', { name: 'Authenticator app' })
  await app.getByLabel('Your password').fill(lucia.password)
  await app.getByRole('button', { name: 'Continue' }).click()
  await expect(app.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = (await app.locator('code').textContent()) ?? ''
  await app.getByRole('textbox', { name: 'Code' }).fill('000000')
  await app.getByRole('button', { name: 'Turn on' }).click()
  await expect(app.getByText('This code is incorrect').first()).toBeVisible()
  await expect(app.getByRole('textbox', { name: 'Code' })).toHaveValue('000000')
  await app.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await app.getByRole('button', { name: 'Turn on' }).click()
  const codes = app.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const code = (await codes.first().textContent()) ?? ''
  await app.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: 'Add a passkey: Passkeys' }).click()
  const passkey = page.getByRole('dialog', { name: 'Add a passkey' })
  await passkey.getByLabel('Name').fill('My phone')
  await passkey.getByLabel('Your password').fill(lucia.password)
  await passkey.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey: My phone')).toBeVisible()

  await logOut(page, baseUrl)
  await logIn(page, lucia)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('textbox', { name: 'Code' }).press('Enter')
  await expect(page).not.toHaveURL(/login/)

  await logOut(page, baseUrl)
  await logIn(page, lucia)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).not.toHaveURL(/login/)

  await logOut(page, baseUrl)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).not.toHaveURL(/login/)
  await page.goto(`${baseUrl}/settings/security`)
  await expect(page.getByText('9 codes left')).toBeVisible()
  await page.getByRole('button', { name: 'Remove: Passkey: My phone' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove the passkey' })
  await removal.getByLabel('Your password').fill(lucia.password)
  await removal.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(page.getByText('Passkey: My phone')).toBeHidden()
})
