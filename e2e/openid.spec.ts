import { CLIENT, startOpenIdProvider } from '../server/test/openid-provider.ts'
import { expect, test as withServer } from './fixtures.ts'
import { signUpByApi } from './steps/api.ts'
import { lucia } from './steps/people.ts'

let address = ''

const test = withServer.extend<{ provider: Awaited<ReturnType<typeof startOpenIdProvider>> }>({
  demo: false,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  provider: async ({}, use) => {
    // Subjects are secrets of the accounts (secrets.ts).
    const people = {
      '7f3c91e0a2': {
        email: 'nadia@example.com',
        email_verified: true,
        given_name: 'Nadia',
        family_name: 'Murad',
      },
      '5b08d4f6c1': { email: 'lucia.pena@faro.example', email_verified: true },
    }
    const provider = await startOpenIdProvider(people, () => `${address}/login/oidc/oidc`)
    await use(provider)
    await provider.stop()
  },
  serverEnv: ({ provider }, use) =>
    use({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Faro',
    }),
})

test('a provider registers an account, signs in to it, and is connected to an existing account', {
  tag: ['@ACCT-03'],
}, async ({ page, server, as, provider }) => {
  address = server.baseUrl
  const enter = async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Faro' }).click()
    await expect(page).toHaveURL(/\/onboarding$/)
  }
  provider.use('7f3c91e0a2')
  await enter()
  await page.evaluate(() => localStorage.removeItem('token'))
  await enter()

  await signUpByApi(address, lucia, 'developer')
  const own = await as(lucia)
  await own.goto('/settings/security')
  provider.use('5b08d4f6c1')
  await own.getByRole('button', { name: 'Connect Faro' }).click()
  await expect(own.getByText('Faro: lucia.pena@faro.example')).toBeVisible()
  await expect(own).toHaveURL(/\/settings\/security$/)
  await own.getByRole('button', { name: /^Disconnect Faro/ }).click()
  await expect(own.getByText('None connected.')).toBeVisible()
})
