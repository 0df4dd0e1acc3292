import type { Page } from '@playwright/test'
import type { Language } from '#contract/locale.ts'
import { catalogueText } from '../../server/test/foreign-words.ts'
import type { Role } from '../accounts.ts'
import { drawPicture } from './people.ts'

/** By the key of their label. */
type Fields = Record<string, string>

const PERSONAL: Fields = {
  onboarding_phone: '+34600111222',
  general_description: 'Bridges.',
  onboarding_birth_date: '1990-05-17',
}
const COMPANY: Fields = {
  recruiters_company_name: 'Faro',
  general_location: 'Lima',
  recruiters_sector: 'Energy',
  recruiters_contact_email: 'faro@example.com',
  recruiters_contact_phone: '+51 10000000',
  recruiters_website: 'https://faro.example',
}
const DETAILS: Fields = {
  devs_position: 'Engineer',
  devs_years_of_experience: '6',
  general_location: 'Bogotá',
}

/** Completes the wizard of a new person; `look` checks each step with errors, and the end. */
export async function completeWizard(page: Page, language: Language, role: Role, look: () => Promise<void>) {
  const text = (key: string) => catalogueText(language, key)
  const press = (key: string) => page.getByRole('button', { name: text(key), exact: true }).click()
  const fill = async (fields: Fields) => {
    for (const [key, value] of Object.entries(fields)) await page.getByLabel(text(key)).first().fill(value)
  }
  const step = async (fields: Fields) => {
    const wrong = Object.keys(fields).filter((key) => key !== 'onboarding_birth_date')
    await fill(Object.fromEntries(wrong.map((key) => [key, '?'])))
    await page.keyboard.press('Tab')
    await look()
    await fill(fields)
  }
  await press('onboarding_start')
  await step(PERSONAL)
  await press('onboarding_next')
  await look()
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await drawPicture(300, 300) }
  await page.locator('input[type=file]').setInputFiles(picture)
  await press('onboarding_next')
  if (role === 'recruiter') await step(COMPANY)
  else {
    await step(DETAILS)
    await page.getByPlaceholder(text('devs_language'), { exact: true }).fill('Español')
    await page.locator('select').selectOption('Native')
    await press('onboarding_next')
    await look()
    await page.getByRole('combobox').fill('Go')
    await page.keyboard.press('Enter')
  }
  await press('onboarding_next')
  await look()
}
