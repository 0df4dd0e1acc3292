import { expect, type Page } from '@playwright/test'

/** Lucía and Marta as the demo world names them. */
export const LUCIA = 'Lucía Ferrer Vidal'
export const MARTA = 'Marta Llorens Ribera'

export const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Chat/ })
export const messagesOf = (page: Page) => panelOf(page).getByRole('region', { name: /^Messages with/ })
export const inputOf = (page: Page) => panelOf(page).getByRole('textbox', { name: /^Message to/ })
export const bubble = (page: Page, text: string) => messagesOf(page).getByText(text, { exact: true })

/** Opens the panel if needed, and the conversation with this person. */
export async function openChatWith(page: Page, name: string) {
  // A background tab renders once a second, and each click waits for two frames.
  await page.bringToFront()
  if (!(await panelOf(page).isVisible())) await page.getByRole('button', { name: 'Open chat' }).click()
  await panelOf(page)
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: new RegExp(name) })
    .click()
  await expect(inputOf(page)).toBeVisible()
  await expect(messagesOf(page).getByRole('listitem').first()).toBeAttached()
}

export async function sendText(page: Page, text: string) {
  await inputOf(page).fill(text)
  await inputOf(page).press('Enter')
}

/** The unread count on the chat button; no element when there are none. */
export const unreadOn = (page: Page) =>
  page.getByRole('button', { name: /^(Open|Close) chat/ }).getByText(/unread messages?$/)

export const ownId = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(atob(localStorage.token.split('.')[1])).id)
