import { afterEach, expect, test, vi } from 'vitest'
import { newId } from './ids.ts'
import { createTokens, TOKEN_LIFETIME_SECONDS } from './tokens.ts'

const SECRET = 'a secret of more than thirty-two bytes, for tests'
const claims = () => ({ id: newId(), role: 'developer' as const, tv: 1, sid: newId() })

afterEach(() => void vi.useRealTimers())

test('parsed tokens are cached and frozen (A5)', async () => {
  const tokens = createTokens(SECRET)
  const given = claims()
  const token = await tokens.sign(given)
  for (let time = 0; time < 2; time += 1) expect(await tokens.read(token)).toMatchObject(given)
  const [header, payload, signature] = token.split('.')
  const other = (await tokens.sign(claims())).split('.')
  for (const forged of [
    `${header}.${other[1]}.${signature}`,
    `${header}.${payload}.${other[2]}`,
    `${header}.${payload}.`,
    `${token}x`,
  ]) {
    expect(await tokens.read(forged)).toBeUndefined()
  }
})

test('a token expires after seven days, even if it is cached (A5)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const tokens = createTokens(SECRET)
  const token = await tokens.sign(claims())
  expect(await tokens.read(token)).toBeDefined()
  vi.setSystemTime(Date.now() + (TOKEN_LIFETIME_SECONDS - 5) * 1000)
  expect(await tokens.read(token)).toBeDefined()
  vi.setSystemTime(Date.now() + 6000)
  expect(await tokens.read(token)).toBeUndefined()
  expect(await createTokens(SECRET).read(token)).toBeUndefined()
})

test('during a change of secrets, tokens of the previous one are valid, and none are signed with it (A5)', async () => {
  const old = createTokens('the previous secret, also more than thirty-two bytes')
  const tokens = createTokens(SECRET, 'the previous secret, also more than thirty-two bytes')
  expect(await tokens.read(await old.sign(claims()))).toBeDefined()
  expect(await old.read(await tokens.sign(claims()))).toBeUndefined()
})
