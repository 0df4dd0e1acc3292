import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { axeOf } from './steps/axe.ts'
import {
  bubble,
  inputOf,
  LUCIA,
  MARTA,
  messagesOf,
  openChatWith,
  ownId,
  panelOf,
  sendText,
  unreadOn,
} from './steps/chat.ts'

/** A second tab of the same person. */
const secondTab = async (page: Page) => {
  const tab = await page.context().newPage()
  await tab.goto('/offers')
  return tab
}

test('two people with two tabs each receive every message immediately, once and in order', {
  tag: [
    '@CHAT-01',
    '@CHAT-02',
    '@CHAT-03',
    '@CHAT-05',
    '@CHAT-06',
    '@CHAT-08',
    '@CHAT-09',
    '@CHAT-10',
    '@CHAT-11',
    '@CHAT-13',
    '@CHAT-14',
    '@CHAT-15',
    '@CHAT-16',
    '@NOTIF-03',
  ],
}, async ({ page: visitor, as }) => {
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.goto('/')
  await marta.goto('/')
  const [luciasOther, martasOther] = [await secondTab(lucia), await secondTab(marta)]
  const unreadBefore = Number.parseInt((await unreadOn(marta).textContent()) ?? '', 10)

  await openChatWith(lucia, MARTA)
  await expect(panelOf(lucia).getByText('Online', { exact: true })).toBeVisible()
  await sendText(lucia, 'Buenos días: https://puente.example/offers')
  await sendText(lucia, '¿Hablamos a las diez?')
  await expect(bubble(lucia, '¿Hablamos a las diez?')).toBeVisible()

  for (const tab of [marta, martasOther]) {
    await expect(unreadOn(tab)).toHaveText(`${unreadBefore + 2} unread messages`)
    await expect(tab).toHaveTitle(new RegExp(`^\\(${unreadBefore + 2}\\) `))
    await expect(tab.locator('link[rel=icon]')).toHaveAttribute('href', /^data:image\/png/)
  }
  await openChatWith(marta, LUCIA)
  await expect(messagesOf(marta).getByText('New messages')).toBeVisible()
  await expect(messagesOf(marta).getByRole('listitem').last()).toContainText(/\d\d:\d\d$/)
  for (const tab of [marta, martasOther])
    await expect(unreadOn(tab)).toHaveText(`${unreadBefore} unread messages`)

  await sendText(marta, 'A las diez, sí')
  await expect(bubble(lucia, 'A las diez, sí')).toBeVisible()
  // A link shows its target (TRUST-04).
  const link = messagesOf(lucia).getByRole('link', { name: 'puente.example/offers', exact: true })
  await expect(link).toHaveAttribute('href', 'https://puente.example/offers')
  await expect(link).toHaveAttribute('rel', /nofollow/)
  await openChatWith(luciasOther, MARTA)
  const sent = ['Buenos días: puente.example/offers', '¿Hablamos a las diez?', 'A las diez, sí']
  for (const tab of [lucia, luciasOther, marta]) {
    await expect(bubble(tab, 'A las diez, sí')).toBeVisible()
    const texts = await messagesOf(tab).getByRole('listitem').allInnerTexts()
    expect(texts.filter((text) => sent.some((one) => text.includes(one)))).toHaveLength(3)
    expect(texts.slice(-3).map((text, index) => text.includes(sent[index] ?? '?'))).toEqual([
      true,
      true,
      true,
    ])
  }

  await test.step('a reload shows the same', async () => {
    await marta.reload()
    await expect(unreadOn(marta)).toHaveText(`${unreadBefore} unread messages`)
    await openChatWith(marta, LUCIA)
    await expect(bubble(marta, 'A las diez, sí')).toBeVisible()
  })

  await test.step('back to all conversations; a visitor has no chat', async () => {
    await panelOf(marta).getByRole('button', { name: 'Back to all conversations' }).click()
    const row = panelOf(marta)
      .getByRole('button', { name: new RegExp(LUCIA) })
      .last()
    await expect(row).toContainText('You: A las diez, sí')
    await visitor.goto('/')
    await expect(visitor.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Open chat' })).toHaveCount(0)
  })
})

test('an image is resized, previewed, removed and sent', {
  tag: ['@CHAT-12', '@VAL-65', '@VAL-66', '@VAL-67', '@CONST-13', '@ERR-59', '@API-62'],
}, async ({ as, allowErrors }) => {
  test.slow()
  allowErrors(/The file given is not an image|403|404/)
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  const foreign: string[] = []
  await lucia.goto('/')
  lucia.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(lucia.url()).host) foreign.push(request.url())
  })
  await marta.goto('/')
  await openChatWith(marta, LUCIA)
  await openChatWith(lucia, MARTA)
  const file = panelOf(lucia).locator('input[type=file]')
  const send = panelOf(lucia).getByRole('button', { name: 'Send' })

  await expect(send).toBeDisabled()
  await inputOf(lucia).fill('   ')
  await expect(send).toBeDisabled()
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') })
  await expect(panelOf(lucia).getByRole('alert')).toHaveText('The file given is not an image')

  const picture = { name: 'plan.jpg', mimeType: 'image/jpeg', buffer: await noisyJpeg() }
  expect(picture.buffer.length).toBeGreaterThan(1024 * 1024)
  await file.setInputFiles(picture)
  await expect(panelOf(lucia).getByAltText('Preview of plan.jpg')).toBeVisible({ timeout: 30_000 })
  await panelOf(lucia).getByRole('button', { name: 'Remove the image' }).click()
  await expect(send).toBeDisabled()

  await file.setInputFiles(picture)
  await expect(panelOf(lucia).getByAltText('Preview of plan.jpg')).toBeVisible({ timeout: 30_000 })
  const sent = lucia.waitForRequest(
    (request) => request.method() === 'POST' && /\/messages\/send\//.test(request.url()),
  )
  await send.click()
  const [, base64 = ''] = (await sent).postDataJSON().image.split(',')
  const bytes = Buffer.from(base64, 'base64')
  expect(bytes.length).toBeLessThanOrEqual(1024 * 1024)
  const { width, height } = await sharp(bytes).metadata()
  expect(Math.max(width, height)).toBeLessThanOrEqual(800)
  expect(width / height).toBeCloseTo(4 / 3, 1)

  const image = messagesOf(marta).getByAltText('Enlarge the image').last()
  const isShown = () =>
    expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  await expect(image).toBeVisible()
  await isShown()
  const widthOf = async (shown: Locator) => (await shown.boundingBox())?.width ?? 0
  const small = await widthOf(image)
  await image.click()
  const large = marta.getByRole('dialog', { name: 'Image' })
  await expect(large.getByRole('link', { name: 'Open the image in a new tab' })).toBeVisible()
  await expect.poll(() => widthOf(large.getByRole('img'))).toBeGreaterThan(small)
  await marta.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await expect(messagesOf(marta)).toBeVisible()
  await image.click()
  await expect(large).toBeVisible()
  // As if it were pressed before the focus has moved into the dialog.
  await marta
    .locator('[data-chat] button')
    .first()
    .evaluate((button) => {
      button.focus()
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    })
  await expect(large).toBeHidden()
  await expect(messagesOf(marta)).toBeVisible()
  expect(foreign).toEqual([])

  await test.step('an expired image URL is requested again', async () => {
    let reads = 0
    await marta.route(/\/api\/messages\/[\w-]{36}(\?|$)/, async (route) => {
      const response = await route.fetch()
      reads += 1
      const text = await response.text()
      await route.fulfill({
        response: response,
        body: reads === 1 ? text.replaceAll(/\?e=\d+/g, '?e=1') : text,
      })
    })
    await marta.reload()
    await openChatWith(marta, LUCIA)
    await expect(image).toBeVisible()
    await isShown()
    expect(reads).toBe(2)
  })
})

test('typing and read receipts are shown, until one of the two hides them', async ({ as }) => {
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.goto('/')
  await marta.goto('/settings/privacy')
  await openChatWith(lucia, MARTA)
  await openChatWith(marta, LUCIA)
  await inputOf(lucia).pressSequentially('Escribo despacio')
  await expect(panelOf(marta).getByText('typing…')).toBeVisible()
  await inputOf(lucia).press('Enter')
  await expect(bubble(marta, 'Escribo despacio')).toBeVisible()
  await expect(panelOf(marta).getByText('typing…')).toHaveCount(0)
  await expect(messagesOf(lucia).getByRole('listitem').last()).toContainText(/Read$/)
  await expect(messagesOf(lucia).getByText('Read', { exact: true })).toBeInViewport({ ratio: 1 })

  const choice = marta.getByRole('switch', { name: /Show when I type/ })
  // The panel covers the end of the row.
  await inputOf(marta).press('Escape')
  const stored = marta.waitForResponse((response) => response.request().method() === 'PUT')
  await choice.uncheck()
  await stored
  await marta.reload()
  await expect(choice).not.toBeChecked()
  await openChatWith(marta, LUCIA)
  await sendText(lucia, '¿Lo ves?')
  await expect(bubble(marta, '¿Lo ves?')).toBeVisible()
  await panelOf(lucia).getByRole('button', { name: 'Back to all conversations' }).click()
  await openChatWith(lucia, MARTA)
  await expect(bubble(lucia, '¿Lo ves?')).toBeVisible()
  await expect(messagesOf(lucia).getByText('Read', { exact: true })).toHaveCount(0)
  await inputOf(marta).press('Escape')
  await choice.check()
})

test('a closed tab leaves the person online in the other; a logout removes everything', {
  tag: ['@CHAT-08', '@AUTH-15', '@AUTH-16'],
}, async ({ as }) => {
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.goto('/')
  await marta.goto('/')
  const other = await secondTab(lucia)
  await openChatWith(marta, LUCIA)
  const state = panelOf(marta).getByText(/^(Online|Offline)$/)
  await expect(state).toHaveText('Online')
  await expect(other.getByRole('button', { name: 'Open chat' })).toBeVisible()
  await other.close()
  // Longer than the grace of a reload.
  await expect(async () => {
    await sendText(marta, '¿Sigues ahí?')
    expect(await state.textContent()).toBe('Online')
  }).toPass()

  const again = await secondTab(lucia)
  await openChatWith(again, MARTA)
  await inputOf(again).fill('Un borrador')
  await lucia.bringToFront()
  await lucia.getByRole('button', { name: /Lucía/ }).first().click()
  await lucia.getByRole('menuitem', { name: 'Logout' }).click()
  for (const tab of [lucia, again]) {
    await expect(tab.getByRole('link', { name: 'Login' }).first()).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Open chat' })).toHaveCount(0)
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0)
  }
  await expect(state).toHaveText('Offline', { timeout: 15_000 })
})

test('a like notifies every tab, links to its project, and is cleared when the list closes', {
  tag: ['@NOTIF-02', '@NOTIF-04', '@NOTIF-07', '@HDR-05', '@SOCK-06', '@PROJD-20'],
}, async ({ as, server }) => {
  const [lucia, marta] = [await as('developer'), await as('recruiter')]
  await lucia.goto('/')
  const other = await secondTab(lucia)
  const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
  await lucia.bringToFront()
  await bell(lucia).click()
  await expect(lucia.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await lucia.keyboard.press('Escape')
  for (const tab of [lucia, other]) await expect(bell(tab)).toHaveAccessibleName('Notifications')
  await other.bringToFront()
  await bell(other).click()
  await expect(other.getByText('No hay notificaciones')).toHaveAttribute('lang', 'es')
  await other.keyboard.press('Escape')

  await marta.goto('/')
  const token = await marta.evaluate(() => localStorage.getItem('token'))
  const listed = await fetch(`${server.baseUrl}/api/projects/developer/${await ownId(lucia)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const projects: { _id: string; liked: boolean }[] = await listed.json()
  const project = projects.find(({ liked }) => !liked)
  if (!project) throw new Error('Marta likes all of Lucía’s projects.')
  const known = marta.waitForResponse(/like-status/)
  await marta.goto(`/projects/${project._id}`)
  await known
  const like = marta.getByRole('button', { name: /like/i }).first()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await like.click()
  for (const tab of [lucia, other]) await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 new')
  await lucia.bringToFront()
  await bell(lucia).click()
  const entry = lucia.getByRole('link', { name: /ha dado like a tu Proyecto/ })
  await expect(entry).toContainText(`${MARTA} ha dado like a tu Proyecto`)
  await expect(entry).toContainText(/Today, \d\d:\d\d/)
  for (const part of ['[role=dialog]', 'header']) await axeBothThemes(lucia, part)
  await entry.click()
  await expect(lucia).toHaveURL(new RegExp(project._id))
  for (const tab of [lucia, other]) await expect(bell(tab)).toHaveAccessibleName('Notifications')
})

test(
  'the chat works by keyboard, and is accessible in both themes',
  { tag: ['@phone', '@CHAT-04'] },
  async ({ as, page: _page }, testInfo) => {
    test.slow()
    const lucia = await as('developer')
    await lucia.goto('/about')
    const isPhone = testInfo.project.name === 'phone'
    await lucia.getByRole('button', { name: 'Open chat' }).focus()
    await lucia.keyboard.press('Enter')
    await expect(panelOf(lucia).getByRole('heading', { name: 'Messages' })).toBeFocused()
    const box = await panelOf(lucia).boundingBox()
    expect(box).toMatchObject(isPhone ? { x: 0, y: 0, width: 360, height: 740 } : { width: 320, height: 500 })
    const row = panelOf(lucia)
      .getByRole('region', { name: 'Conversations' })
      .getByRole('button', { name: new RegExp(MARTA) })
    await expect(row).toBeVisible()
    await axeBothThemes(lucia)

    await tabTo(lucia, row)
    await lucia.keyboard.press('Enter')
    if (isPhone) await inputOf(lucia).focus()
    await expect(inputOf(lucia)).toBeFocused()
    await lucia.keyboard.type('Escrito sin ratón')
    await lucia.keyboard.press('Shift+Enter')
    await lucia.keyboard.type('en dos líneas')
    await lucia.keyboard.press('Enter')
    const written = messagesOf(lucia).getByRole('listitem').filter({ hasText: 'Escrito sin ratón' }).last()
    await expect(bubble(lucia, 'Escrito sin ratón\nen dos líneas').last()).toBeVisible()
    await axeBothThemes(lucia)
    // Forced colors remove backgrounds: borders separate the bubbles.
    await lucia.emulateMedia({ forcedColors: 'active' })
    await expect(written.locator('div div').first()).toHaveCSS('border-top-width', '1px')
    await lucia.emulateMedia({ forcedColors: 'none' })
    await lucia.getByRole('button', { name: 'Back to all conversations' }).focus()
    await lucia.keyboard.press('Enter')
    await expect(row).toBeFocused()
    await lucia.keyboard.press('Escape')
    await expect(panelOf(lucia)).toHaveCount(0)
    await expect(lucia.getByRole('button', { name: 'Open chat' })).toBeFocused()
  },
)

async function tabTo(page: Page, target: ReturnType<Page['getByRole']>) {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The Tab key does not lead there.')
}

async function axeBothThemes(page: Page, part = 'aside[aria-label=Chat]') {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Content has no contrast while it fades in.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
    const more = { rules: { 'label-content-name-mismatch': { enabled: true } } }
    const axe = axeOf(page, more).include(part)
    // Hidden on purpose: a focus guard moves the focus into the open dialog.
    const { violations } = await axe.exclude('[data-base-ui-focus-guard]').analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
}

/** Hard to compress: more than 1 MB, 1600 px wide. */
async function noisyJpeg() {
  const [width, height] = [1600, 1200]
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
}
