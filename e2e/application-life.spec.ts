import { ACCOUNTS } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { apiOf } from './steps/api.ts'
import { expectAccessible, expectNoSidewaysScroll } from './steps/axe.ts'
import { mailsTo } from './steps/mails.ts'

// A mail waits a tenth of a second for more of its application.
test.use({ serverEnv: { STATUS_MAIL_MINUTES: '0.002' } })

type Applied = {
  _id: string
  status: string
  offer: { _id: string; position: string; owner: { _id: string } }
}
type Bell = { type: number; text: string }

test('an application is reviewed, rejected, undone, rejected again and withdrawn, as both people see it', {
  tag: ['@APPL-01', '@APPL-02', '@APPL-03', '@APPL-04', '@APPL-05', '@APPL-12'],
}, async ({ as, server }) => {
  test.slow()
  const [lucia, marta] = await Promise.all([
    apiOf(server.baseUrl, ACCOUNTS.developer),
    apiOf(server.baseUrl, ACCOUNTS.recruiter),
  ])
  const withdrawnBefore = (await lucia.get<Applied[]>('/applications?state=withdrawn')).map(({ _id }) => _id)
  const offer = await marta.post<{ _id: string }>('/offers', { position: 'Keeper of the bridge' })
  const developer = await as('developer')
  const recruiter = await as('recruiter')
  await recruiter.setViewportSize({ width: 1440, height: 900 })

  await test.step('an application waits for an answer', async () => {
    await developer.goto(`/offers/${offer._id}`)
    await developer.getByRole('button', { name: 'Apply Now' }).click()
    const dialog = developer.getByRole('dialog', { name: 'Apply to this Job Offer' })
    await dialog.getByRole('button', { name: 'Use phone and letter of your last application' }).click()
    await expect(dialog.getByLabel('Phone')).toHaveValue(/^\+/)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    const own = developer.getByRole('region', { name: 'Your application' })
    for (const shown of ['Pending', /Applied on \d/, 'You applied']) await expect(own).toContainText(shown)
    await developer.goto('/applications?state=waiting')
    const card = developer.getByRole('article').filter({ hasText: 'Keeper of the bridge' })
    await expect(card).toContainText('Answer by')
    await expectAccessible(developer)
    await card.getByRole('link').click()
    await expect(developer.getByText('The recruiter has not answered yet.')).toBeVisible()
    await expectAccessible(developer)
    await expectNoSidewaysScroll(developer)
  })
  const [application] = await lucia.get<Applied[]>('/applications?limit=1')
  const id = application?._id ?? ''
  const timeline = developer.getByRole('list').filter({ hasText: 'You applied' })

  await test.step('the CV is opened: reviewed at once', async () => {
    await recruiter.goto(`/private-rec/dashboard/${offer._id}`)
    await recruiter
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Details of/ })
      .click()
    await expect(timeline).toContainText('Reviewed', { timeout: 5000 })
    await expect(recruiter.getByText('is now reviewed')).toBeVisible()
    await recruiter.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(recruiter.getByRole('dialog')).toBeHidden()
  })

  const decisions = async () =>
    (await mailsTo(server.dataDir, ACCOUNTS.developer.email)).filter(({ text }) => text?.includes(id))
  const choose = (status: string) =>
    recruiter.getByRole('combobox', { name: /^Status of/ }).selectOption(status)
  await test.step('rejected and undone: no trace', async () => {
    await choose('rejected')
    await expect(recruiter.getByText(/^Sent in \d+ min$/)).toBeVisible()
    await expectAccessible(recruiter)
    await recruiter.getByRole('button', { name: /^Undo the decision/ }).click()
    await expect(recruiter.getByText(/^Sent in \d+ min$/)).toBeHidden()
    await expect(recruiter.getByRole('combobox', { name: /^Status of/ })).toHaveValue('reviewed')
    expect(await decisions()).toEqual([])
  })

  await test.step('rejected again and sent now: timeline, bell and mail agree', async () => {
    await choose('rejected')
    await recruiter.getByRole('button', { name: /^Send now to/ }).click()
    await expect(timeline.getByRole('listitem')).toHaveText([/You applied/, /Reviewed/, /Rejected/])
    await expect(developer.getByText('The recruiter has answered.')).toBeVisible()
    const bell = await lucia.get<Bell[]>('/notifications?limit=10')
    const texts = bell.filter(({ text }) => text.includes('Keeper of the bridge')).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    await expect
      .poll(async () => (await decisions()).map(({ subject }) => subject))
      .toEqual(['About your application: Keeper of the bridge at Brisa Energía'])
    expect((await decisions())[0]?.text).toContain(`/applications/${id}`)
    await developer.goto('/notifications')
    await expect(developer.getByRole('main')).toContainText('Keeper of the bridge')
    await developer.goto(`/applications/${id}`)
  })

  await test.step('withdrawn: the board shows it collapsed', async () => {
    await developer.getByRole('button', { name: 'Withdraw' }).click()
    const dialog = developer.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Another offer')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(developer.getByText('You withdrew this application.')).toBeVisible()
    await expect(recruiter.getByText('Withdrawn', { exact: true })).toBeVisible()
    const withdrawn = await lucia.get<Applied[]>('/applications?state=withdrawn')
    expect(withdrawn.map(({ _id }) => _id)).toEqual([id, ...withdrawnBefore])
  })
})
