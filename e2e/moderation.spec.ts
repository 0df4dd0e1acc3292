import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf, send, signUpByApi } from './steps/api.ts'
import { bubble, panelOf } from './steps/chat.ts'

const password = 'Puente-2026'
const person = (name: string, email: string) => ({ name, surname: 'Casado', email, password })
const moderator = person('Inés', 'moderator@example.com')
const crook = person('Falk', 'crook@example.com')

test.use({ serverEnv: { MODERATOR_EMAILS: moderator.email } })

/** Opens the link of the mail to this address. */
async function confirm({ baseUrl, dataDir }: { baseUrl: string; dataDir: string }, address: string) {
  const read = async () => {
    const folder = join(dataDir, 'outbox')
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
    const mail = mails.find(({ to }) => to?.some((one) => one.address === address))
    return /\/confirm\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  await expect.poll(read).not.toBe('')
  await send(baseUrl, 'POST', '/users/confirm', { token: await read() })
}

/** Whether the browser has loaded the code of the moderators' pages. */
const hasModeration = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/ModerationApp-')),
  )

test('an unsolicited sender is declined and blocked; an offer reported by three people is frozen, hidden, appealed and restored', {
  tag: ['@TALK-01', '@TALK-02', '@TALK-04', '@MOD-01', '@MOD-02', '@MOD-03', '@MOD-05'],
}, async ({ as, page, server, allowErrors }) => {
  test.slow()
  allowErrors(/status of 404/)
  const { baseUrl } = server
  await signUpByApi(baseUrl, moderator, 'recruiter')
  await confirm(server, moderator.email)
  await signUpByApi(baseUrl, crook, 'recruiter')
  const [author, lucia] = [await apiOf(baseUrl, crook), await apiOf(baseUrl, ACCOUNTS.developer)]
  const { _id: id, position } = await author.post<{ _id: string; position: string }>('/offers', {
    position: 'Keeper of the lantern',
    contractType: ['Full-time'],
  })
  for (const name of ['Uno', 'Dos']) {
    const email = `${name.toLowerCase()}@example.com`
    const token = await signUpByApi(baseUrl, person(name, email), 'developer')
    await confirm(server, email)
    await send(baseUrl, 'POST', '/reports', { kind: 'offer', id, reason: 'scam' }, token)
  }

  /** Whether the cached, rendered lists contain the offer. */
  const isListed = () =>
    Promise.all(
      ['/offers', '/es/offers'].map(async (path) =>
        (await (await page.request.get(baseUrl + path)).text()).includes(position),
      ),
    )

  const reader = await as('developer')
  const write = (text: string) => author.post(`/messages/send/${lucia.id}`, { text })
  const chat = panelOf(reader)
  await test.step('a request is declined, and later messages stay hidden', async () => {
    await write('Run this repository')
    await reader.goto(`/recruiter/${author.id}`)
    await reader.getByRole('button', { name: 'Open chat' }).click()
    await chat.getByRole('button', { name: /^Requests/ }).click()
    await chat.getByRole('button', { name: /Falk/ }).click()
    await expect(bubble(reader, 'Run this repository')).toBeVisible()
    await chat.getByRole('button', { name: 'Decline' }).click()
    await expect(chat.getByRole('region', { name: 'Conversations' })).toBeVisible()
    await write('Are you there?')
    await reader.reload()
    await reader.getByRole('button', { name: 'Open chat' }).click()
    await expect(
      chat.getByRole('region', { name: 'Conversations' }).getByRole('button').first(),
    ).toBeVisible()
    await expect(chat.getByRole('button', { name: /Falk.*Are you there/ })).toBeHidden()
    await reader.keyboard.press('Escape')
  })
  await test.step('the sender is blocked, and is not notified', async () => {
    await reader.getByRole('button', { name: 'Block Falk' }).click()
    await reader.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(reader.getByText('Falk is blocked.')).toBeVisible()
    await write('Answer me')
    await reader.reload()
    await reader.getByRole('button', { name: 'Unblock Falk' }).click()
    await reader.getByRole('button', { name: 'Block Falk' }).click()
    await reader.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(reader.getByRole('button', { name: 'Unblock Falk' })).toBeVisible()
  })

  await reader.goto(`/offers/${id}`)
  await reader.getByRole('button', { name: 'Report this offer' }).click()
  const dialog = reader.getByRole('dialog', { name: 'Report this offer' })
  await dialog.getByLabel('What is wrong?').selectOption('Scam or fraud')
  await dialog.getByLabel('Details').fill('It asks for money in advance.')
  expect(await isListed()).toEqual([true, true])
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByText('Thank you. A moderator will review it.')).toBeVisible()
  await expect.poll(async () => (await page.request.get(`${baseUrl}/offers/${id}`)).status()).toBe(404)
  await expect.poll(isListed).toEqual([false, false])

  // 404 for everybody else.
  expect((await reader.goto('/admin'))?.status()).toBe(404)
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Oops! Page Not Found')

  const moderatorPage = await as(moderator)
  await moderatorPage.goto('/admin')
  await moderatorPage.getByRole('link', { name: position }).click()
  expect([await hasModeration(reader), await hasModeration(moderatorPage)]).toEqual([false, true])
  await expect(moderatorPage.getByText('It asks for money in advance.')).toBeVisible()
  const decide = async (act: string, reason: string) => {
    await moderatorPage.getByLabel('Decision', { exact: true }).selectOption(act)
    await moderatorPage.getByLabel('Reason', { exact: true }).fill(reason)
    await moderatorPage.getByRole('button', { name: 'Decide' }).click()
    await expect(moderatorPage.getByText(reason)).toBeVisible()
  }
  await decide('Hide', 'Nobody pays for an interview.')

  const owner = await as(crook)
  await owner.goto('/notifications')
  await owner.getByText(`Moderators have hidden your offer “${position}”`).click()
  await owner.getByLabel('What should we know?').fill('It was a typing error.')
  await owner.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(owner.getByText('A moderator will review the decision')).toBeVisible()

  await moderatorPage.reload()
  await expect(moderatorPage.getByText('It was a typing error.').first()).toBeVisible()
  await decide('Restore', 'The error is understood.')
  await expect.poll(async () => (await page.request.get(`${baseUrl}/offers/${id}`)).status()).toBe(200)
  await expect.poll(isListed).toEqual([true, true])
})
