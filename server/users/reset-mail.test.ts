import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import PostalMime from 'postal-mime'
import { afterAll, expect, test } from 'vitest'
import { forgotPassword, login, resetPassword } from '#contract/users.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const child = spawn(process.execPath, ['server/test/smtp-process.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
afterAll(() => void child.kill())
const said = createInterface(child.stdout)[Symbol.asyncIterator]()
const nextLine = async () => JSON.parse((await said.next()).value as string)

const { port } = await nextLine()
const server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, MAIL: 'smtp' })

test('the link in the delivered mail leads to a new password (A7)', {
  tags: ['AUTH-05', 'API-05', 'API-06'],
}, async () => {
  const { email, name } = await buildDeveloper(server)
  await server.call(forgotPassword, { body: { email } })
  const mail = await PostalMime.parse((await nextLine()).mail)
  expect(mail).toMatchObject({
    to: [{ address: email }],
    subject: 'Reset your password',
    text: expect.stringMatching(new RegExp(`^Hello ${name},\n\nWe received a request`)),
  })
  const [link = '', token = ''] = /http\S+\/reset-password\/(\S+)/.exec(mail.text ?? '') ?? []
  expect(mail.html).toContain(`<a href="${link}"`)
  const password = 'Another-1'
  expect((await server.call(resetPassword, { params: { token }, body: { password } })).status).toBe(200)
  expect((await server.call(login, { body: { email, password } })).status).toBe(200)
  expect((await PostalMime.parse((await nextLine()).mail)).subject).toBe('Your password was changed')
})
