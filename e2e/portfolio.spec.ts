import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { apiOf, signUpByApi } from './steps/api.ts'
import { expectNoSidewaysScroll } from './steps/axe.ts'
import { drawPicture, logIn, lucia, type NewPerson } from './steps/people.ts'

test.use({ demo: false })

const andres: NewPerson = { ...lucia, name: 'Andrés', surname: 'Mora', email: 'andres.mora@example.com' }
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')

const picture = async (name: string) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await drawPicture(1200, 750),
})

async function chooseMonth(dialog: Locator, field: string, month: string, year: string) {
  const group = dialog.getByRole('group', { name: field })
  await group.getByLabel('Month').selectOption(month)
  await group.getByLabel('Year').selectOption(year)
}

/** The dialog that this button opens. */
async function open(page: Page, button: string, title = button) {
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog', { name: title })
}

/** The stored file that each of these pictures shows. */
const filesOf = (pictures: Locator) =>
  pictures.evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).src).pathname))

/** In small steps like a hand, and released once the page shows the result. */
async function drag(from: Locator, to: Locator, isShown: () => Promise<void>) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag')
  const { mouse } = from.page()
  await mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await mouse.down()
  await mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 15 })
  await isShown()
  await mouse.up()
}

test('a developer builds a portfolio, which another person sees and likes', {
  tag: [
    '@PROF-01',
    '@PROF-08',
    '@PROF-23',
    '@PROF-24',
    '@PROF-27',
    '@PROF-28',
    '@PROF-29',
    '@PROF-30',
    '@PROF-33',
    '@PROJD-01',
    '@PROJD-03',
    '@PROJD-06',
    '@PROJD-19',
    '@PROJD-20',
    '@PROJD-22',
    '@PROJD-24',
    '@VAL-46',
    '@VAL-47',
    '@VAL-79',
    '@CONST-07',
    '@CONST-09',
    '@FLOW-11',
  ],
}, async ({ server, as }) => {
  test.setTimeout(120_000)
  await signUpByApi(server.baseUrl, lucia, 'developer')
  await signUpByApi(server.baseUrl, andres, 'developer')
  const owner = await as(lucia)
  const { id } = await apiOf(server.baseUrl, lucia)
  await owner.goto(`/profile/${id}`)

  await test.step('a picture and a CV', async () => {
    const dialog = await open(owner, 'Add your CV!', 'Edit Dev Profile')
    const files = dialog.locator('input[type=file]')
    await files.nth(0).setInputFiles(await picture('me'))
    await files.nth(1).setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: PDF })
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
    const preview = dialog.getByRole('img', { name: /Preview/ })
    const whole = await preview.getAttribute('src')
    await dialog.getByRole('button', { name: 'Crop' }).press('Enter')
    const crop = owner.getByRole('dialog', { name: 'Crop the picture' })
    await crop.getByRole('slider', { name: 'Zoom' }).press('End')
    for (const key of ['ArrowRight', 'ArrowDown']) await crop.getByRole('group').press(key)
    await crop.getByRole('button', { name: 'Use this part' }).press('Enter')
    await expect(crop).toBeHidden()
    await expect.poll(() => preview.getAttribute('src')).not.toBe(whole)
    await expect(dialog.getByRole('progressbar')).toHaveCount(0)
    // A quarter of the height of the picture, which is 750 px.
    await expect
      .poll(() => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([188, 188])
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog).toBeHidden()
    const download = owner.waitForEvent('download')
    await owner.getByRole('button', { name: 'Download CV' }).click()
    expect((await download).suggestedFilename()).toBe('Lucía_Peña_CV.pdf')
  })

  await test.step('two experiences, the ongoing one first', async () => {
    for (const [company, start, end] of [
      ['Puerto', '2018', '2020'],
      ['Faro', '2021', undefined],
    ] as const) {
      const dialog = await open(owner, 'Create experience')
      await dialog.getByLabel('Company', { exact: true }).fill(company)
      await dialog.getByLabel('Position').fill('Engineer')
      await chooseMonth(dialog, 'Start date', 'March', start)
      if (end) await chooseMonth(dialog, 'End date', 'June', end)
      else await dialog.getByLabel('Actualidad').check()
      await dialog.getByRole('button', { name: 'Create experience' }).click()
      await expect(dialog).toBeHidden()
    }
    await expect(owner.getByRole('tabpanel').getByRole('article')).toContainText([
      'Faro03/2021 - Actualidad',
      'Puerto03/2018 - 06/2020',
    ])
  })

  await test.step('a study', async () => {
    await owner.getByRole('tab', { name: 'Studies' }).click()
    const dialog = await open(owner, 'Create study')
    await dialog.getByLabel('Degree').fill('Computer Engineering')
    await dialog.getByLabel('Institute', { exact: true }).fill('UPV')
    await chooseMonth(dialog, 'Start date', 'September', '2010')
    await chooseMonth(dialog, 'End date', 'June', '2014')
    await dialog.getByRole('button', { name: 'Create study' }).click()
    await expect(owner.getByText('09/2010 - 06/2014')).toBeVisible()
  })

  await test.step('a project with five images in a chosen order', async () => {
    await owner.getByRole('tab', { name: 'Projects' }).click()
    const dialog = await open(owner, 'Create project')
    await dialog.getByLabel('Title').fill('Ferry timetable')
    await dialog.getByLabel('Category').selectOption('Frontend')
    await dialog.getByLabel('Year').fill('2025')
    await dialog.getByLabel('Live link').fill('https://ferry.example')
    const images = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(picture))
    await dialog.locator('input[type=file]').setInputFiles(images)
    // Stored sequentially, which takes time.
    for (const number of images.keys()) await expect(dialog.getByAltText(`Image ${number + 1}`)).toBeVisible()
    const last = await dialog.getByAltText('Image 5').getAttribute('src')
    await dialog.getByRole('button', { name: 'Move image 5 earlier' }).click()
    await expect(dialog.getByAltText('Image 4')).toHaveAttribute('src', last ?? '')

    const [a, b, c, d, e] = await filesOf(dialog.getByAltText(/^Image \d$/))
    // A dragged picture is rendered twice: itself and its placeholder.
    const inOrder = async () => [...new Set(await filesOf(dialog.getByAltText(/^Image \d$/)))]
    const isMoved = () => expect.poll(inOrder).toEqual([b, c, a, d, e])
    await drag(dialog.getByAltText('Image 1'), dialog.getByAltText('Image 3'), isMoved)
    await isMoved()
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(owner).toHaveURL(/\/projects\/[0-9a-f-]{36}$/)
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Ferry timetable')
    // A view without a response would be counted again.
    const counted = () =>
      owner.evaluate(() => Object.keys(localStorage).filter((key) => /^lastView_/.test(key)))
    await expect.poll(counted).toHaveLength(1)
    await owner.reload()
    const slider = owner.getByRole('region', { name: 'Images of Ferry timetable' })
    // The large ones, then the thumbnails.
    await expect.poll(() => filesOf(slider.locator('img'))).toEqual([b, c, a, d, e, b, c, a, d, e])
  })

  await test.step('the picture slider wraps around', async () => {
    const slider = owner.getByRole('region', { name: 'Images of Ferry timetable' })
    await slider.getByRole('button', { name: 'Previous image' }).click()
    await expect(slider.getByRole('button', { name: 'Show image 5' })).toHaveAttribute('aria-current', 'true')
    await owner.keyboard.press('ArrowRight')
    await expect(slider.getByRole('button', { name: 'Show image 1' })).toHaveAttribute('aria-current', 'true')

    // Rotated like a phone: the picture still fills its frame.
    const first = slider.locator('[aria-label="1 of 5"]')
    const outside = async () => {
      const [picture, frame] = [await first.boundingBox(), await first.locator('../..').boundingBox()]
      return Math.abs((picture?.x ?? 0) - (frame?.x ?? 0))
    }
    for (const width of [740, 360, 1440]) {
      await owner.setViewportSize({ width, height: 900 })
      await expect.poll(() => first.evaluate((slide) => slide.clientWidth)).toBeLessThan(width)
      await expect.poll(outside).toBeLessThan(2)
    }
  })

  await test.step('a press opens the pictures large, and the slider continues from there', async () => {
    const slider = owner.getByRole('region', { name: 'Images of Ferry timetable' })
    const frame = slider.locator('ul').first()
    const [box, arrow] = [await frame.boundingBox(), await slider.getByLabel('Next image').boundingBox()]
    // On the picture.
    expect(arrow?.y).toBeGreaterThan(box?.y ?? 0)
    expect((arrow?.y ?? 0) + (arrow?.height ?? 0)).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0))

    await slider.getByRole('link', { name: 'Ferry timetable, image 1 of 5' }).click()
    const dialog = owner.getByRole('dialog', { name: 'Ferry timetable' })
    const shows = (number: number) =>
      expect(dialog.getByRole('img', { name: `Ferry timetable, image ${number} of 5` })).toBeVisible()
    await shows(1)
    await expect(dialog.getByRole('status')).toHaveText('Image 1 of 5')
    await dialog.getByRole('button', { name: 'Previous image' }).click()
    await shows(5)
    await owner.keyboard.press('ArrowRight')
    await shows(1)
    await owner.keyboard.press('ArrowRight')
    await shows(2)
    await dialog.getByRole('button', { name: 'Next image' }).click()
    await shows(3)
    expect(await dialog.getByRole('img').getAttribute('src')).not.toContain('?w=')
    await owner.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(slider.getByRole('link', { name: 'Ferry timetable, image 3 of 5' })).toBeFocused()
    await expect(slider.getByRole('button', { name: 'Show image 3' })).toHaveAttribute('aria-current', 'true')
  })

  const project = new URL(owner.url()).pathname
  const facts = (page: Page) => page.getByRole('region', { name: 'About this project' })
  const other = await as(andres)

  await test.step('somebody likes it, and the owner is notified at once', async () => {
    await expect(facts(owner)).toContainText('Views0')
    await other.goto(project)
    // Two views of two people, half of which is shown.
    await expect(facts(other)).toContainText('Views1')
    await facts(other).getByRole('button', { name: 'Like' }).click()
    await expect(facts(other).getByRole('button', { name: 'Liked' })).toBeVisible()
    await expect(facts(other)).toContainText('Likes1')
    await owner.getByRole('button', { name: /Notifications/ }).click()
    await expect(owner.getByText('Andrés Mora ha dado like a tu Proyecto')).toBeVisible()
  })

  await test.step('a second view within the hour is not counted', async () => {
    const counted: string[] = []
    other.on('request', (request) => request.url().endsWith('/view') && counted.push(request.url()))
    await other.reload()
    await expect(facts(other).getByRole('button', { name: 'Liked' })).toBeVisible()
    await expect(facts(other)).toContainText('Views1')
    expect(counted).toEqual([])
  })

  await test.step('it appears on the profile, without editing tools for others', async () => {
    await facts(other)
      .getByRole('link', { name: /Lucía Peña/ })
      .click()
    await expect(other).toHaveURL(`/profile/${id}`)
    await expect(other.getByRole('link', { name: 'Ferry timetable' })).toBeVisible()
    await expect(other.getByRole('button', { name: /^(Create|Edit|Remove)/ })).toHaveCount(0)
    await other.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(other)
  })
})

test('input survives a lost connection and an expired session', { tag: ['@PROF-30', '@ERR-17'] }, async ({
  server,
  as,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported|401|WebSocket/)
  const person = { ...lucia, email: 'unsaved@example.com' }
  await signUpByApi(server.baseUrl, person, 'developer')
  const page = await as(person)
  // The connection may be lost before the code of the chat and its socket has loaded.
  await page.route('**/assets/socket-*.js', (route) => route.abort(), { times: 1 })
  // Prefetched, and then requested once more.
  await page.route('**/assets/SignedInParts-*.js', (route) => route.abort(), { times: 2 })
  const missed = page.waitForEvent('requestfailed', (request) => /socket-/.test(request.url()))
  await page.goto('/private-dev/projects/new')
  await missed
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
  await page.getByLabel('Title').fill('Olive harvest')
  await page.getByLabel('Category').selectOption('Backend')
  await page.getByLabel('Year').fill('2025')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('alert')).toHaveText('Error creating project')
  await expect(page.getByLabel('Title')).toHaveValue('Olive harvest')
  await page.context().setOffline(false)

  const { put } = await apiOf(server.baseUrl, person)
  // Ends every session of the person; this tab is notified over its socket.
  await put('/settings/change-password', { oldPassword: person.password, newPassword: 'Another-2026' })
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, { email: person.email, password: 'Another-2026' })
  await expect(page).toHaveURL(/\/private-dev\/projects\/new$/)
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Olive harvest')

  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olive harvest')
})

test('an entry that was removed in another tab is reported and leaves the list', {
  tag: ['@PROF-31', '@PROF-32', '@ERR-24'],
}, async ({ server, as, allowErrors }) => {
  allowErrors(/404/)
  const person = { ...lucia, email: 'two-tabs@example.com' }
  await signUpByApi(server.baseUrl, person, 'developer')
  const { post, put } = await apiOf(server.baseUrl, person)
  const { _id } = await post<{ _id: string }>('/experiences', {
    company: 'Puerto',
    position: 'Engineer',
    startDate: '2020-03',
    endDate: null,
  })
  const page = await as(person)
  await page.goto('/private-dev/profile')
  const dialog = await open(page, 'Edit Engineer', 'Edit experience')
  await dialog.getByLabel('Position').fill('Lead engineer')
  await put(`/experiences/${_id}/soft-delete`, {})
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Error updating the experience')
  await expect(dialog.getByLabel('Position')).toHaveValue('Lead engineer')
  await expect(page.getByText('There are no experiences to show')).toBeAttached()
})
