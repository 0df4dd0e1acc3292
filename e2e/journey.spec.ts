import { expect, test } from './fixtures.ts'
import {
  drawPicture,
  lucia,
  marta,
  onboardDeveloper,
  onboardRecruiter,
  registerAndLogIn,
} from './steps/people.ts'

test.use({ demo: false })

const POSITION = 'Ingeniera de plataforma'

test('from two registrations to a talk about the job, over a kill of the server [CHAT-02, CHAT-03, CHAT-08, CHAT-10, CHAT-12, CHAT-16, AUTH-02, AUTH-12, ONB-03, ONB-04, ONB-05, ONB-08, ONB-09, ONB-10, ONB-11, ONB-15, OFF-21, OFFD-03, HOME-01, HOME-04, PIPE-01, PIPE-12]', async ({
  server,
  browser,
  allowErrors,
}) => {
  test.setTimeout(180_000)
  // The second application is refused on purpose; while the server is down the sockets complain.
  allowErrors(/409/, /ERR_CONNECTION_REFUSED|WebSocket connection/)
  const recruiter = await (await browser.newContext({ baseURL: server.baseUrl })).newPage()
  const developer = await (await browser.newContext({ baseURL: server.baseUrl })).newPage()

  await test.step('a recruiter registers, onboards and posts an offer', async () => {
    await registerAndLogIn(recruiter, marta, 'Recruiter')
    await onboardRecruiter(recruiter)
    await recruiter.getByRole('button', { name: /Marta/ }).click()
    await recruiter.getByRole('menuitem', { name: 'Ver Perfil' }).click()
    await expect(recruiter).toHaveURL(/\/recruiter\//)
    await recruiter.getByRole('button', { name: '+ Create new offer' }).click()
    const dialog = recruiter.getByRole('dialog', { name: 'Post a Job Offer' })
    await dialog.getByLabel('Position').fill(POSITION)
    await dialog.getByLabel('Location').fill('Málaga')
    await dialog.getByLabel('Full-time').check()
    for (const skill of ['Kubernetes', 'Terraform']) {
      await dialog.getByRole('combobox', { name: 'Skills' }).fill(skill)
      await dialog.getByRole('combobox', { name: 'Skills' }).press('Enter')
    }
    await dialog.getByRole('button', { name: 'Post offer' }).click()
    await expect(recruiter.getByRole('link', { name: POSITION, exact: true })).toBeVisible()
  })

  await test.step('a developer registers, onboards with a picture and finds the offer', async () => {
    await registerAndLogIn(developer, lucia, 'Developer')
    await onboardDeveloper(developer)
    await developer.goto('/offers')
    await expect(developer.getByRole('link', { name: POSITION, exact: true })).toBeVisible()
    await developer.goto('/')
    await developer.getByLabel('Search in').selectOption('Offers')
    await developer.getByRole('combobox', { name: 'Search', exact: true }).fill('malaga terraform')
    await developer.getByRole('combobox', { name: 'Search', exact: true }).press('Enter')
    await expect(developer.getByText('All results found: 1')).toBeVisible()
    await developer.getByRole('option', { name: POSITION }).click()
    await expect(developer).toHaveURL(/\/offers\/[0-9a-f-]{36}/)
  })

  await test.step('and applies once; the server refuses a second time', async () => {
    await developer.getByRole('button', { name: 'Apply Now' }).click()
    const dialog = developer.getByRole('dialog', { name: 'Apply to this Job Offer' })
    await expect(dialog.getByLabel('Phone')).toHaveValue('+34 600111222')
    await dialog.getByLabel('Cover letter').fill('Hola, llevo seis años construyendo plataformas.')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(developer.getByRole('button', { name: 'Applied' })).toBeDisabled()
    const status = await developer.evaluate(async () => {
      const response = await fetch(`/api${location.pathname}/apply`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token')}`,
        },
        body: JSON.stringify({ phone: '+34 600111222', gdprAccepted: true }),
      })
      return response.status
    })
    expect(status).toBe(409)
  })
})
