import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TOTP } from 'otpauth'
import { LANGUAGES } from '#contract/locale.ts'
import { catalogueText } from '../server/test/foreign-words.ts'
import { expect, test } from './fixtures.ts'
import { itemsOf, send, signUpByApi } from './steps/api.ts'
import { lucia } from './steps/people.ts'
import { Reader } from './steps/reading.ts'

/** A window of 1280 × 800 at 200 %, and the smallest phone. */
const SIZES = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
]

for (const language of LANGUAGES) {
  test(`no dialog of an account with a second factor shows truncated text, or text in another language than ${language}`, {
    tag: ['@deep', '@LANG-01'],
  }, async ({ as, server, allowErrors }) => {
    allowErrors(/status of 4\d\d/)
    const text = (key: string) => catalogueText(language, key)
    const person = { ...lucia, email: `secured-${language}@example.com` }
    const token = await signUpByApi(server.baseUrl, person, 'developer')
    const [blocked] = await itemsOf<{ _id: string }>(server.baseUrl, '/recruiters?limit=1')
    await send(server.baseUrl, 'PUT', `/blocks/${blocked?._id}`, { blocked: true }, token)
    const tab = await as(person)
    await tab.emulateMedia({ reducedMotion: 'reduce' })
    const reader = new Reader(language, new Set())
    const read = async (where: string) => {
      for (const size of SIZES) {
        await tab.setViewportSize(size)
        expect.soft(await reader.cutTexts(tab), where).toEqual([])
      }
      expect.soft(await reader.foreignTexts(tab), where).toEqual([])
    }

    await tab.goto(`/${language}/settings/privacy`)
    await expect(tab.getByText(text('blocks_unblock'), { exact: true })).toBeVisible()
    await read('who is blocked')

    await tab.goto(`/${language}/settings/security`)
    const dialog = tab.getByRole('dialog')
    const password = dialog.getByLabel(text('security_password'))
    const next = (key: string) => dialog.getByRole('button', { name: text(key), exact: true }).click()
    await tab.getByRole('button', { name: `${text('security_set_up')}: ${text('security_totp')}` }).click()
    await password.fill(person.password)
    await next('security_continue')
    const secret = (await dialog.locator('code').textContent()) ?? ''
    await read('the code to scan')
    await dialog.getByRole('textbox').fill(new TOTP({ secret }).generate())
    await next('security_turn_on')
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    await read('recovery codes')
    await next('security_codes_kept')
    addPasskey(server.dataDir, person.email)
    await tab.reload()

    for (const [act, title] of [
      [`${text('security_turn_off')}: `, 'security_totp_turn_off'],
      [`${text('security_remove')}: `, 'security_passkey_remove'],
      [`${text('security_codes_renew')}: `, 'security_codes_renew'],
    ] as const) {
      await tab.getByRole('button', { name: act }).click()
      await read(title)
      await next(title)
      await expect(dialog.locator('[aria-invalid="true"]').first()).toBeVisible()
      await read(`${title}, sent empty`)
      await tab.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    await tab.getByRole('button', { name: `${text('security_codes_renew')}: ` }).click()
    await password.fill(person.password)
    await next('security_codes_renew')
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    await read('new recovery codes')
  })
}

/** Inserted directly, as the settings only list it. */
function addPasskey(dataDir: string, email: string): void {
  const database = new DatabaseSync(join(dataDir, 'puente.db'), { timeout: 5000 })
  database.exec(`insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
    select id, id, email, 'none', 0, 'Yubikey', created_at
    from users where email = '${email}'`)
  database.close()
}
