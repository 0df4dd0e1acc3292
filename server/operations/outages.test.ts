import { Writable } from 'node:stream'
import pino from 'pino'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getRepository } from '#contract/github.ts'
import { sendMessage } from '#contract/messages.ts'
import { createOffer } from '#contract/offers.ts'
import { finishOpenId, startOpenId } from '#contract/openid.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { uploadPdf } from '#contract/uploads.ts'
import { forgotPassword, login, register } from '#contract/users.ts'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { CLIENT, startOpenIdProvider } from '../test/openid-provider.ts'
import { linkRepository, message, startRepositoryHost } from '../test/repository-host.ts'
import { startS3 } from '../test/s3-server.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { upload } from '../test/uploads.ts'
import { eraseUser } from '../users/erasure.ts'
import { createPageLabels } from './page-labels.ts'

/** A server that records its log lines. */
async function startLogged(settings: Record<string, string>) {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const server = await startServer(settings, { alone: true, log: pino({ level: 'info' }, stream) })
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
  return { server, lines, metrics }
}

test('a bucket that is missing is logged at the start, in the log and as a metric', async () => {
  const s3 = await startS3()
  const { lines, metrics } = await startLogged({ ...s3.settings, S3_SECRET_KEY: 'wrong' })
  await until(() => lines.some(({ service }) => service === 's3'))
  expect(lines.filter(({ service }) => service === 's3')).toMatchObject([
    { msg: 'a service is unavailable', reason: 'GET 403' },
  ])
  expect(await metrics()).toMatch(/^engine_up\{engine="s3"\} 0$/m)
  const right = await startLogged(s3.settings)
  await until(async () => /^engine_up\{engine="s3"\} 1$/m.test(await right.metrics()))
})

test('an unavailable mail server is logged once, without the address', async () => {
  const { server, lines, metrics } = await startLogged({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL: 'smtp' })
  for (const email of ['ana@example.com', 'ben@example.com']) {
    await server.call(forgotPassword, { body: { email } })
    await server.jobs.settled()
  }
  expect(lines.filter(({ service }) => service === 'smtp')).toMatchObject([
    { msg: 'a service is unavailable', reason: expect.stringMatching(/^E[A-Z]+$/) },
  ])
  expect(JSON.stringify(lines)).not.toContain('example.com')
  expect(await metrics()).toMatch(/^engine_up\{engine="smtp"\} 0$/m)
})

test('an unavailable repository host is logged once, and when it is back', async () => {
  const host = await startRepositoryHost()
  const { server, lines, metrics } = await startLogged({ GITHUB_API_URL: host.url })
  const ana = await buildDeveloper(server)
  const ask = async (respond?: Parameters<typeof host.responds>[1]) => {
    const { params, path } = await linkRepository(server, host, ana)
    if (respond) host.responds(path, respond)
    await server.call(getRepository, { params })
  }
  const logged = () => lines.filter(({ service }) => service === 'github')
  await ask(message(500, 'Server Error'))
  await ask(message(500, 'Server Error'))
  expect(logged()).toMatchObject([{ msg: 'a service is unavailable', reason: 'status 500' }])
  expect(await metrics()).toMatch(/^engine_up\{engine="github"\} 0$/m)
  await ask()
  expect(logged().at(-1)).toMatchObject({ msg: 'a service is available again' })
  expect(await metrics()).toMatch(/^engine_up\{engine="github"\} 1$/m)
})

describe('a provider of sign-ins', () => {
  const publicUrl = 'https://puente.example'
  const params = { id: 'oidc' } as const
  const people = { nadia: { email: 'nadia@example.com', email_verified: true, name: 'Nadia Murad' } }
  const isUp = (state: number) => new RegExp(`^engine_up\\{engine="sign-in oidc"\\} ${state}$`, 'm')

  async function startWithProvider(provider: { issuer: string }, secret = CLIENT.secret) {
    const logged = await startLogged({
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: secret,
    })
    const states = () => logged.lines.filter(({ service }) => service === 'sign-in oidc')
    return { ...logged, states }
  }
  type Started = Awaited<ReturnType<typeof startWithProvider>>

  async function visit({ server }: Started, provider: Awaited<ReturnType<typeof startOpenIdProvider>>) {
    const { body: started } = await server.call(startOpenId, { params, body: {} })
    const { code, state } = await provider.visit(started.url, 'nadia')
    return { code, state, flow: started.flow }
  }

  test('that is unavailable is logged once; a wrong code of a visitor is no outage', async () => {
    const provider = await startOpenIdProvider(people, `${publicUrl}/login/oidc/oidc`)
    const started = await startWithProvider(provider)
    const { server, metrics, states } = started
    await server.call(finishOpenId, { params, body: await visit(started, provider) })
    await server.refusal(finishOpenId, {
      params,
      body: { ...(await visit(started, provider)), code: 'guessed' },
    })
    expect(await metrics()).toMatch(isUp(1))
    expect(states()).toEqual([])

    const [one, two] = [await visit(started, provider), await visit(started, provider)]
    await provider.stop()
    for (const body of [one, two]) await server.refusal(finishOpenId, { params, body })
    expect(states()).toMatchObject([{ msg: 'a service is unavailable', reason: 'ECONNREFUSED' }])
    expect(await metrics()).toMatch(isUp(0))

    const late = await startWithProvider(provider)
    await late.server.refusal(startOpenId, { params, body: {} })
    expect(late.states()).toMatchObject([{ msg: 'a service is unavailable', reason: 'ECONNREFUSED' }])
  })

  test('that refuses the secret of the settings is unavailable too', async () => {
    const provider = await startOpenIdProvider(people, `${publicUrl}/login/oidc/oidc`)
    onTestFinished(provider.stop)
    const started = await startWithProvider(provider, 'another secret')
    await started.server.refusal(finishOpenId, { params, body: await visit(started, provider) })
    expect(started.states()).toMatchObject([
      { reason: expect.stringMatching(/^(invalid_client|status 401)$/) },
    ])
    expect(await started.metrics()).toMatch(isUp(0))
    expect(JSON.stringify(started.lines)).not.toMatch(/another secret|nadia/)
  })
})

test('a Redis that refuses is logged once for each connection', async () => {
  const { lines } = await startLogged({ REDIS_URL: 'redis://127.0.0.1:1' })
  const logged = () => lines.filter(({ msg }) => msg === 'Redis is unavailable')
  await until(() => logged().length === 3)
  expect(logged()[0]).toMatchObject({ reason: expect.stringContaining('ECONNREFUSED') })
})

test('registrations and failed sign-ins are logged without personal data, so that attacks can be detected', async () => {
  const { server, lines } = await startLogged({})
  const body = { name: 'Lucía', surname: 'Núñez', email: 'lucia@example.com', password: 'Secret-1-abc' }
  const form = { ...body, 'confirm-password': body.password, role: 'developer' } as const
  await server.call(register, { body: form })
  await server.call(login, { body: { email: body.email, password: 'Wrong-1-abc' } })
  const address = '127.0.0.1'
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'activity', event: 'registered', role: 'developer', address }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ event: 'sign-in failed', address }))
  expect(JSON.stringify(lines)).not.toMatch(/Lucía|Núñez|lucia@|Secret|Wrong/)
})

test('published offers and erasures are logged, too', async () => {
  const { server, lines } = await startLogged({})
  const activities = () => lines.filter(({ msg }) => msg === 'activity')
  const as = await buildRecruiter(server)
  const body = { position: 'Welder of pipes', description: 'In the docks' }
  const { body: published } = await server.call(createOffer, { as, body })
  const { body: draft } = await server.call(createOffer, { as, body: { ...body, state: 'draft' } })
  const facts = { event: 'offer published', userId: as.id, address: '127.0.0.1' }
  expect(activities()).toMatchObject([{ ...facts, offerId: published._id }])
  await server.call(setOfferState, { as, params: { id: draft._id }, body: { state: 'published' } })
  expect(activities().at(-1)).toMatchObject({ ...facts, offerId: draft._id })
  await eraseUser(server, as.id)
  expect(activities().at(-1)).toMatchObject({ event: 'erased', userId: as.id })
  expect(JSON.stringify(activities())).not.toMatch(new RegExp(`Welder|docks|${as.email}`))
})

test('a refusal is a security event with rule, route and address; a flood of them does not fill the disk (G16)', async () => {
  const { server, lines } = await startLogged({})
  const as = await buildDeveloper(server)
  await server.refusal(createOffer, { as, body: { position: 'Welder', description: 'In the docks' } })
  for (let n = 0; n < 120; n += 1) await server.refusal(createOffer, { body: { position: 'Welder' } })
  const route = '/api/offers'
  const refused = { msg: 'security', event: 'refused', route, address: '127.0.0.1' }
  const [ofDeveloper, ...ofVisitors] = lines.filter(({ event }) => event === 'refused')
  expect(ofDeveloper).toMatchObject({ ...refused, rule: 'FORBIDDEN', userId: as.id, level: 40 })
  const visitor = { ...refused, rule: 'UNAUTHENTICATED', level: 30 }
  expect(ofVisitors).toMatchObject([visitor, { ...visitor, times: 10 }, { ...visitor, times: 100 }])

  // The sign-in has said it, with the account.
  await server.call(login, { body: { email: as.email, password: 'Wrong-1-abc' } })
  expect(lines.filter(({ event }) => event === 'sign-in failed')).toMatchObject([{ userId: as.id }])
  expect(lines.filter(({ rule }) => rule === 'INVALID_CREDENTIALS')).toEqual([])
})

test('a refused upload is one too, and a flood of them does not fill the disk (G16)', async () => {
  const { server, lines } = await startLogged({ MIN_FREE_MB: '1000000000' })
  const as = await buildDeveloper(server)
  for (let n = 0; n < 12; n += 1)
    expect((await upload(server, uploadPdf, Buffer.from('%PDF-1.7'), { as })).status).toBe(503)
  expect((await upload(server, uploadPdf, Buffer.from('a script'), { as })).status).toBe(415)
  const refused = { msg: 'security', event: 'refused', route: '/api/upload-pdf', address: '127.0.0.1' }
  const full = { ...refused, rule: 'STORAGE_FULL', level: 40 }
  expect(lines.filter(({ userId }) => userId === as.id)).toMatchObject([
    full,
    { ...full, times: 10 },
    { ...refused, rule: 'UNSUPPORTED_MEDIA_TYPE', level: 40 },
  ])
})

test('too little space for large writes is logged when it begins and ends, not for each refusal (X3)', async () => {
  const { server, lines } = await startLogged({ MIN_FREE_MB: '1000000000' })
  const as = await buildRecruiter(server)
  const post = async () => {
    const body = { position: 'Keeper', description: 'x'.repeat(17_000) }
    return (await server.refusal(createOffer, { as, body })).status
  }
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24c' } })
    .png()
    .toBuffer()
  const body = { text: '', image: `data:image/png;base64,${picture.toString('base64')}` }
  const params = { id: (await buildDeveloper(server)).id }
  const logged = () =>
    lines.filter(({ msg }) => String(msg).startsWith('large writes')).map(({ msg, level }) => [msg, level])
  expect([await post(), await post()]).toEqual([503, 503])
  expect((await server.refusal(sendMessage, { as, params, body })).status).toBe(503)
  const began = ['large writes are refused below MIN_FREE_MB', 40]
  expect(logged()).toEqual([began])
  server.config.MIN_FREE_MB = 0
  expect([await post(), await post()]).toEqual([400, 400])
  const ended = ['large writes are accepted again', 30]
  expect(logged()).toEqual([began, ended])
  server.config.MIN_FREE_MB = 1_000_000_000
  expect((await server.refusal(sendMessage, { as, params, body })).status).toBe(503)
  expect(logged()).toEqual([began, ended, began])
})

test('a registration with a provider is logged too', async () => {
  const publicUrl = 'https://puente.example'
  const people = { nadia: { email: 'nadia@example.com', email_verified: true, name: 'Nadia Murad' } }
  const provider = await startOpenIdProvider(people, `${publicUrl}/login/oidc/oidc`)
  onTestFinished(provider.stop)
  const { server, lines } = await startLogged({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  })
  const params = { id: 'oidc' } as const
  for (const _ of ['registers', 'signs in']) {
    const { body: started } = await server.call(startOpenId, { params, body: { role: 'recruiter' } })
    const { code, state } = await provider.visit(started.url, 'nadia')
    await server.call(finishOpenId, { params, body: { code, state, flow: started.flow } })
  }
  expect(lines.filter(({ event }) => event === 'registered')).toMatchObject([
    { msg: 'activity', role: 'recruiter', address: '127.0.0.1' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/nadia|Murad/i)
})

test('the version is a metric and in the health check', async () => {
  const { server, metrics } = await startLogged({})
  await buildDeveloper(server)
  expect(await metrics()).toMatch(/^build_info\{version="\d+\.\d+\.\d+",node="24\.[\d.]+"\} 1$/m)
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  })
})

test('pages are counted by their route, without ids, tokens or user input', () => {
  const labelOf = createPageLabels()
  expect(labelOf('/', 200)).toBe('page /')
  expect(labelOf('/offers?page=2', 200)).toBe('page /offers')
  expect(labelOf('/offers/0190b5d2-6f3c-7000-8000-000000000001', 200)).toBe('page /offers/:id')
  expect(labelOf('/reset-password/aB3_x', 200)).toBe('page /reset-password/:id')
  expect(labelOf('/wp-admin', 404)).toBe('page none')
  for (let index = 0; index < 200; index += 1)
    labelOf(`/${'a'.repeat(1 + (index % 25))}-${'b'.repeat(1 + Math.floor(index / 25))}`, 200)
  expect(labelOf('/another', 200)).toBe('page other')
  expect(labelOf('/offers', 200)).toBe('page /offers')
})
