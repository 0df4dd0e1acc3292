import { Resolver } from 'node:dns/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { VERIFICATION_FILE } from '#contract/verification.ts'
import { startCompanyHost, startDnsServer } from '../test/company-host.ts'
import { hasFile, hasRecord, type ProofOptions } from './domain-proof.ts'

const dns = await startDnsServer()
const host = await startCompanyHost()
const value = 'puente-verification=0123456789abcdef'
const proof = { domain: 'company.test', value }
const options: ProofOptions = { dnsServer: dns.address }
/** Loopback addresses count as public here. */
const near: ProofOptions = { ...options, port: host.port, ca: host.ca, isAllowed: () => true }

beforeEach(() => {
  dns.records = { 'company.test': { A: ['127.0.0.1'] } }
  dns.isSilent = false
  host.connections = 0
  host.serve = (request, response) => {
    response.statusCode = request.url === VERIFICATION_FILE ? 200 : 404
    response.end(`${value}\n`)
  }
})

describe('a DNS record', { tags: ['TRUST-01'] }, () => {
  test.each([
    ['at the domain', 'company.test', [value], true],
    ['below it', '_puente.company.test', [value], true],
    ['in parts', '_puente.company.test', [value.slice(0, 9), value.slice(9)], true],
    ['of another value', 'company.test', [`${value}0`], false],
    ['at another name', 'www.company.test', [value], false],
  ])('%s', async (_where, name, parts, expected) => {
    dns.records = { 'company.test': { TXT: [['v=spf1 -all']] } }
    dns.records[name] = { TXT: [['v=spf1 -all'], parts] }
    expect(await hasRecord(proof, options)).toBe(expected)
  })

  test('of a name that does not exist is absent', async () => {
    expect(await hasRecord({ ...proof, domain: 'nobody.test' }, options)).toBe(false)
  })
})

describe('a file', { tags: ['TRUST-01'] }, () => {
  test('with the value alone is a proof', async () => {
    expect(await hasFile(proof, near)).toBe(true)
    expect(await hasFile({ ...proof, value: `${value}0` }, near)).toBe(false)
  })

  test('is requested from the domain over HTTPS with a trusted certificate', async () => {
    expect(await hasFile(proof, { ...options, port: host.port, isAllowed: () => true })).toBe(false)
    dns.records = { 'other.test': { A: ['127.0.0.1'] } }
    expect(await hasFile({ ...proof, domain: 'other.test' }, near)).toBe(false)
  })

  test('behind a redirect, of another status, too long or too slow is refused (G17)', async () => {
    host.serve = (request, response) => {
      if (request.url === '/moved') response.end(value)
      else response.writeHead(302, { location: '/moved' }).end(value)
    }
    expect(await hasFile(proof, near)).toBe(false)
    host.serve = (_, response) => response.writeHead(404).end(value)
    expect(await hasFile(proof, near)).toBe(false)
    host.serve = (_, response) => response.end(value + ' '.repeat(70_000))
    expect(await hasFile(proof, near)).toBe(false)
    // An endless, slow response.
    host.serve = (_, response) => response.write(value)
    expect(await hasFile(proof, { ...near, timeoutMs: 300 })).toBe(false)
    host.connections = 0
    dns.isSilent = true
    expect(await hasFile(proof, { ...near, timeoutMs: 300 })).toBe(false)
    expect(host.connections).toBe(0)
  })

  test.each([
    [['127.0.0.1'], []],
    [['93.184.216.34', '10.0.0.1'], []],
    [['169.254.169.254'], []],
    [[], ['::1']],
    [[], ['::ffff:7f00:1']],
    [['93.184.216.34'], ['fd00::1']],
    [[], []],
  ])('of a host at %j %j is not requested: no connection is made (G17)', async (A, AAAA) => {
    dns.records = { 'company.test': { A, AAAA } }
    expect(await hasFile(proof, { ...options, port: host.port, ca: host.ca })).toBe(false)
    expect(host.connections).toBe(0)
  })

  test.each(['127.0.0.1', '[::1]', 'localhost', '2130706433', '0x7f.1'])(
    'of %s is not requested: names of this machine are ignored (G17)',
    async (domain) => {
      dns.records = {}
      expect(await hasFile({ domain, value }, { ...options, port: host.port, ca: host.ca })).toBe(false)
      expect(host.connections).toBe(0)
    },
  )
})

describe('with the default timeout', { tags: ['TRUST-01'] }, () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test('a resolver that does not respond is given up after five seconds', async () => {
    dns.isSilent = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const cancel = vi.spyOn(Resolver.prototype, 'cancel')
    const looked = hasRecord(proof, options)
    vi.advanceTimersByTime(4999)
    expect(cancel).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(cancel).toHaveBeenCalledOnce()
    expect(await looked).toBe(false)
  })

  test('a file that does not end is given up after five seconds', async () => {
    const time = new AbortController()
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    host.serve = (_, response) => {
      response.write(value)
      time.abort()
    }
    expect(await hasFile(proof, near)).toBe(false)
    expect(limit.mock.calls).toEqual([[5000]])
  })
})
