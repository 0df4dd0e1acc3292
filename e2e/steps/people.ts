import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

export type NewPerson = { name: string; surname: string; email: string; password: string }

export const lucia: NewPerson = {
  name: 'Lucía',
  surname: 'Peña',
  email: 'lucia.pena@example.com',
  password: 'Puente-2026',
}
export const marta: NewPerson = {
  name: 'Marta',
  surname: 'Ruiz',
  email: 'marta.ruiz@example.com',
  password: 'Puente-2026',
}

/** Through the forms, as a person does; ends on /onboarding. */
export async function registerAndLogIn(page: Page, person: NewPerson, role: 'Developer' | 'Recruiter') {
  if (!page.url().endsWith('/register')) {
    await page.goto('/')
    await page.getByRole('link', { name: 'Register' }).first().click()
  }
  await page.getByRole('radio', { name: role }).check()
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Surname').fill(person.surname)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.locator('form').getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, person)
  await expect(page).toHaveURL(/\/onboarding$/)
}

/** Waits for the form first: the URL changes before its page, and other pages have such fields, too. */
export async function logIn(page: Page, { email, password }: Pick<NewPerson, 'email' | 'password'>) {
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

async function fillInProfile(page: Page) {
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByLabel('Phone').fill('+34600111222')
  await expect(page.getByLabel('Phone')).toHaveValue('+34 600111222')
  await page
    .getByLabel('Description')
    .fill('I like small teams, clear code and bridges that carry what crosses them.')
  await page.getByLabel('Birth date').fill('1990-05-17')
  await next(page)
}

async function chooseAvatar(page: Page) {
  const buffer = await sharp(await drawPicture(640, 480))
    .withExif({ IFD0: { Artist: 'private' } })
    .jpeg()
    .toBuffer()
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.locator('input[type=file]').setInputFiles({ name: 'avatar.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()
  await next(page)
}

async function finish(page: Page, target: RegExp) {
  await expect(page.getByText('Congratulations!')).toBeVisible()
  await expect(page.getByText("You've completed the onboarding")).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(target)
}

/** The wizard of a recruiter; ends on the home page. */
export async function onboardRecruiter(page: Page) {
  await fillInProfile(page)
  await expect(page.getByText('2 / 3')).toBeVisible()
  await chooseAvatar(page)
  await page.getByLabel('Company name').fill('Puerto Software')
  await page.getByLabel('Location').fill('Málaga')
  await page.getByLabel('Sector').fill('Logistics')
  await page.getByLabel('Contact email').fill('jobs@puerto.example')
  await page.getByLabel('Contact phone').fill('+34 952000000')
  await page.getByLabel('Website').fill('puerto.example')
  await next(page)
  await finish(page, /\/$/)
}

/** The wizard of a developer; ends on the home page, or at an unfinished action. */
export async function onboardDeveloper(page: Page, target = /\/$/) {
  await fillInProfile(page)
  await chooseAvatar(page)
  await page.getByLabel('Professional position').fill('Backend developer')
  await page.getByLabel('Years of experience').fill('6')
  await page.getByLabel('Location').fill('Bogotá')
  await page.getByLabel('Language 1', { exact: true }).fill('Español')
  await page.getByLabel('Level of language 1').selectOption('Native')
  await next(page)
  const skills = page.getByRole('combobox', { name: 'Skills' })
  for (const skill of ['Go', 'Kubernetes']) {
    await skills.fill(skill)
    await skills.press('Enter')
  }
  await next(page)
  await finish(page, target)
}

/** A real picture, as PNG. */
export const drawPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 15, g: 118, b: 110 } } })
    .png()
    .toBuffer()
