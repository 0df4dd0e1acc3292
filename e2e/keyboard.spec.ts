import { expect, test } from './fixtures.ts'
import { findingsInThemes } from './steps/axe.ts'
import { keysOf } from './steps/keys.ts'
import { drawPicture, lucia } from './steps/people.ts'

// Whole journeys without a pointer. Keys of the board, the file tree, likes and the chat are tested with these.

test('by keyboard alone: an account is opened, completed, changed and removed', {
  tag: ['@AUTH-01', '@AUTH-02', '@ONB-01', '@SET-02', '@SET-04'],
}, async ({ page }) => {
  const keys = keysOf(page)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const email = 'by.keys@example.com'

  await page.goto('/')
  await page.locator('html[data-hydrated]').waitFor()
  await keys.press(page.getByRole('banner').getByRole('link', { name: 'Register' }))
  // A new page is announced, and focus starts at its content.
  await expect(page.locator('[aria-live="assertive"]')).toHaveText(/^Register/)
  await expect(page.getByRole('main')).toBeFocused()
  await keys.to(page.getByRole('radio', { name: 'Developer' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Recruiter' })).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await keys.type(field('Name'), lucia.name)
  await keys.type(field('Surname'), lucia.surname)
  await keys.type(field('Email'), email)
  await keys.type(field('Password'), lucia.password)
  await keys.type(field('Confirm password'), lucia.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(field('Email')).toHaveValue(email)
  await keys.type(field('Password'), lucia.password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/onboarding')
  await keys.press(button('Start'))
  await keys.type(field('Phone'), '+34600111222')
  await keys.type(field('Description'), 'Written without a pointer.')
  await keys.to(field('Birth date'))
  await page.keyboard.type('05171990')
  await keys.press(button('Next'))
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await drawPicture(300, 300) }
  await keys.choose(page.getByRole('main').getByRole('button', { name: /image|picture|avatar/i }), picture)
  await expect(button('Next')).toBeEnabled()
  await keys.press(button('Next'))
  await keys.type(field('Professional position'), 'Engineer')
  await keys.type(field('Years of experience'), '6')
  await keys.type(field('Location'), 'Quito')
  await keys.type(field('Language 1'), 'Español')
  await keys.to(field('Level of language 1'))
  await page.keyboard.type('Nat')
  await keys.press(button('Next'))
  await keys.type(page.getByRole('combobox', { name: 'Skills' }), 'Go')
  await page.keyboard.press('Enter')
  await keys.press(button('Next'))
  await keys.press(button('Finish'))
  await expect(page).toHaveURL('/')

  await keys.press(page.getByRole('button', { name: /Lucía Peña/ }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('S')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
  // A closed menu does not restore the focus after it has moved.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await keys.press(page.getByRole('button', { name: /^User Account/ }))
  const dialog = page.getByRole('dialog')
  await keys.type(dialog.getByLabel('Location'), 'Cuenca')
  await page.keyboard.press('Enter')
  await expect(page.getByText('User information updated successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^User Account/ })).toBeFocused()
  await keys.press(page.getByRole('button', { name: /^Remove Account/ }))
  await keys.type(dialog.getByLabel('Your email'), email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('by keyboard alone: a visitor searches, filters and writes to the support', {
  tag: ['@HOME-01', '@OFF-04', '@CONT-01', '@FLOW-02'],
}, async ({ page }) => {
  const keys = keysOf(page)
  await page.goto('/')
  await keys.skip()
  await keys.to(page.getByLabel('Search in'))
  await page.keyboard.type('Pro')
  await expect(page.getByLabel('Search in')).toHaveValue(/project/i)
  await keys.type(page.getByRole('combobox', { name: 'Search', exact: true }), 'react')
  await page.keyboard.press('Enter')
  await expect(page.locator('a[role=option]').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}/)

  await page.goto('/offers')
  await keys.skip()
  await keys.press(page.getByRole('button', { name: /^Filters/ }))
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await keys.to(panel.getByLabel('Contract type'))
  await page.keyboard.type('Fre')
  await expect(page).toHaveURL(/contractType=Freelance/)
  await keys.press(panel.getByRole('checkbox').first(), 'Space')
  await expect(page).toHaveURL(/skills=/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
  await keys.press(page.getByRole('button', { name: /^Remove / }).first())
  await expect(page).not.toHaveURL(/contractType/)

  await page.keyboard.press('/')
  const everywhere = page.getByRole('combobox', { name: 'Search everywhere' })
  await expect(everywhere).toBeFocused()
  await page.keyboard.insertText('malaga')
  await expect(page.getByRole('group', { name: 'Offers' })).toContainText('Málaga')
  expect(await findingsInThemes(page, { part: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/offers\/[0-9a-f-]{36}$/)
  await expect(everywhere).toHaveCount(0)

  await page.goto('/contact')
  await keys.skip()
  await keys.type(page.getByLabel('Name'), lucia.name)
  await keys.type(page.getByRole('main').getByLabel('Email'), lucia.email)
  await keys.to(page.getByLabel('Category'))
  await page.keyboard.type('Oth')
  await keys.type(page.getByLabel('Subject'), 'The arch')
  await keys.type(page.getByLabel('Message'), 'It hums at night.')
  await keys.press(page.getByRole('button', { name: 'Send message' }))
  await expect(page.getByRole('alert')).toContainText(/ticket|sent/i)

  await page.goto('/login')
  await keys.press(page.getByRole('button', { name: 'Forgot password' }))
  await keys.type(page.getByRole('dialog').getByLabel('Email'), lucia.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Mail Send. Check your inbox.')).toBeVisible()
  await page.goto('/reset-password/of-nobody')
  await keys.type(page.getByLabel('New password'), 'Otra-2026')
  await keys.to(page.getByRole('button', { name: 'Change password' }))
})

test('by keyboard alone: a developer applies and writes a project with pictures', {
  tag: ['@OFF-18', '@PROJD-01', '@PROF-30'],
}, async ({ as }) => {
  const page = await as('developer')
  const keys = keysOf(page)
  await page.goto('/offers?hideApplied=true')
  await keys.press(page.getByRole('button', { name: 'Apply', exact: true }).first())
  const dialog = page.getByRole('dialog')
  await keys.type(dialog.getByLabel('Cover letter'), 'Written without a pointer.')
  await keys.press(dialog.getByRole('checkbox'), 'Space')
  await keys.press(dialog.getByRole('button', { name: 'Apply' }))
  await expect(dialog).toBeHidden()

  await page.goto('/private-dev/projects/new')
  await keys.skip()
  await keys.type(page.getByLabel('Title', { exact: false }).first(), 'Without a pointer')
  await keys.to(page.getByLabel('Category'))
  await page.keyboard.type('Mob')
  await keys.type(page.getByLabel('Year'), '2025')
  for (const number of [1, 2]) {
    const buffer = await drawPicture(400 + number, 300)
    await keys.choose(page.getByRole('button', { name: 'Add images' }), {
      name: `picture-${number}.png`,
      mimeType: 'image/png',
      buffer,
    })
    await expect(page.getByRole('list', { name: 'Images' }).getByRole('listitem')).toHaveCount(number)
  }
  await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0)
  await keys.type(page.getByLabel('Description'), 'Two pictures, chosen by keys.')
  await keys.press(page.getByRole('main').getByRole('button', { name: 'Create project' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Without a pointer' })).toBeVisible()
})

test('by keyboard alone: a recruiter posts an offer, reads a letter, moves an applicant and writes to them', {
  tag: ['@OFF-21', '@PIPE-04', '@PIPE-12', '@CHAT-12'],
}, async ({ as }) => {
  const page = await as('recruiter')
  const keys = keysOf(page)
  await page.goto('/private-rec/offers')
  await keys.press(page.getByRole('button', { name: '+ Create new offer' }).first())
  const dialog = page.getByRole('dialog')
  await keys.type(dialog.getByLabel('Position'), 'Ingeniera sin ratón')
  await keys.press(dialog.getByLabel('Full-time'), 'Space')
  await keys.press(dialog.getByRole('button', { name: 'Post offer' }))
  await expect(page.getByRole('link', { name: 'Ingeniera sin ratón', exact: true })).toBeVisible()

  await keys.press(page.getByRole('button', { name: /^Notifications/ }))
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeFocused()

  // A board with applicants.
  const board = page.locator('a[href^="/private-rec/dashboard/"]').nth(1)
  await keys.press(board)
  const first = page.getByRole('button', { name: /^Details of/ }).first()
  const name = ((await first.getAttribute('aria-label')) ?? '').replace('Details of ', '')
  // By name: an opened applicant moves to 'Reviewed'.
  const details = page.getByRole('button', { name: `Details of ${name}` })
  await keys.press(details)
  await expect(dialog.getByRole('heading', { name: 'Cover letter' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeFocused()
  await keys.press(page.getByRole('button', { name: `Move ${name}` }), 'Space')
  await expect(page.getByRole('status')).toContainText([`${name} picked up from`])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: `Move ${name}` })).toBeFocused()
  // The overlay of the dragged card.
  await expect(page.locator('[data-dnd-overlay] article')).toHaveCount(0)

  await keys.press(details, 'Enter', 'Shift+Tab')
  await keys.press(dialog.getByRole('button', { name: 'Chat' }))
  const panel = page.getByRole('dialog', { name: /^Chat/ })
  const input = panel.getByRole('textbox', { name: /^Message to/ })
  await expect(input).toBeFocused()
  await page.keyboard.insertText('Escrito sin ratón')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('Escrito sin ratón')).toBeVisible()
  const picture = { name: 'bridge.png', mimeType: 'image/png', buffer: await drawPicture(600, 400) }
  await page.keyboard.press('Shift+Tab')
  await keys.choose(panel.getByRole('button', { name: 'Attach an image' }), picture)
  await expect(panel.getByRole('img', { name: /^Preview/ })).toBeVisible()
  await keys.press(panel.getByRole('button', { name: 'Send' }))
  await expect(
    panel
      .getByRole('region', { name: /^Messages with/ })
      .locator('img')
      .last(),
  ).toBeVisible()
  await keys.press(panel.getByRole('button', { name: 'Back to all conversations' }), 'Enter', 'Shift+Tab')
  const others = panel.getByRole('region', { name: 'Conversations' }).getByRole('button')
  await keys.press(others.nth(1))
  await expect(input).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused()
})
