import { expect, OUTAGE, test } from './fixtures.ts'
import { MARTA, openChatWith, panelOf } from './steps/chat.ts'
import { waitUntilLoaded } from './steps/loaded.ts'

test(
  'a conversation goes from the panel to its page; on a phone Back closes the conversation, then the page',
  {
    tag: ['@phone', '@FLOW-08'],
  },
  async ({ as, page: _page }, testInfo) => {
    const isPhone = testInfo.project.name === 'phone'
    const lucia = await as('developer')
    await lucia.goto('/about')
    await openChatWith(lucia, MARTA)
    await lucia.getByRole('button', { name: 'More about this conversation' }).click()
    await lucia.getByRole('menuitem', { name: 'Open as page' }).click()
    await expect(panelOf(lucia)).toHaveCount(0)
    const main = lucia.getByRole('main')
    const messages = main.getByRole('region', { name: `Messages with ${MARTA}` })
    await expect(messages.getByRole('listitem').last()).toBeInViewport()

    await lucia.goto('/messages')
    await expect(messages).toHaveCount(0)
    const row = main
      .getByRole('region', { name: 'Conversations' })
      .getByRole('link', { name: new RegExp(MARTA) })
    await row.click()
    await expect(messages).toBeVisible()
    await expect(row).toHaveCount(isPhone ? 0 : 1)
    if (isPhone) {
      await messages.evaluate((element) => {
        element.scrollTop = 0
      })
      await main.getByRole('button', { name: 'Jump to the newest message' }).click()
      await expect(messages.getByRole('listitem').last()).toBeInViewport()
    }
    await main.getByRole('textbox', { name: /^Message to/ }).fill('Escrito en la página')
    await lucia.keyboard.press('Enter')
    await expect(messages.getByText('Escrito en la página')).toBeVisible()
    if (!isPhone) {
      const plan = { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
      await main.locator('input[type=file]').setInputFiles(plan)
      await expect(main.getByRole('button', { name: 'Remove the file' })).toBeVisible()
      await main.getByRole('button', { name: 'Send' }).click()
      const saved = lucia.waitForEvent('download')
      await messages.getByRole('link', { name: /^Plan\.pdf/ }).click()
      expect((await saved).suggestedFilename()).toBe('Plan.pdf')
      return
    }
    await lucia.goBack()
    await expect(row).toContainText('You: Escrito en la página')
    await expect(messages).toHaveCount(0)
  },
)

test('the page of a conversation does not scroll when its composer takes the focus', {
  tag: ['@FLOW-08'],
}, async ({ as }) => {
  const lucia = await as('developer')
  await lucia.setViewportSize({ width: 320, height: 640 })
  await lucia.goto('/messages')
  const main = lucia.getByRole('main')
  await main
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(MARTA) })
    .click()
  await expect(main.getByRole('region', { name: `Messages with ${MARTA}` })).toBeVisible()
  const composer = main.getByRole('textbox', { name: /^Message to/ })
  await composer.click()
  await composer.pressSequentially('Hola')
  await expect(composer).toBeInViewport({ ratio: 1 })
  expect(await lucia.evaluate(() => window.scrollY)).toBe(0)
})

test('on a phone, a lost connection is shown by a single notice', { tag: ['@FLOW-08'] }, async ({
  as,
  allowErrors,
}) => {
  allowErrors(OUTAGE, /ERR_INTERNET_DISCONNECTED/)
  const lucia = await as('developer')
  await lucia.setViewportSize({ width: 360, height: 740 })
  await lucia.goto('/messages')
  await expect(lucia.getByRole('region', { name: 'Conversations' })).toBeVisible()
  await waitUntilLoaded(lucia)
  await lucia.context().setOffline(true)
  await expect(lucia.getByText('You are offline. You can still read pages')).toBeVisible()
  await expect(lucia.getByText(/^You are offline/)).toHaveCount(1)
})
