import { createSocket } from 'node:dgram'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Answer, decode, encode } from 'dns-packet'
import { afterAll } from 'vitest'

type Records = Record<string, { A?: string[]; AAAA?: string[]; TXT?: string[][] }>

/** A DNS server on this machine with the records in `records`; while `isSilent` it sends no responses. */
export async function startDnsServer() {
  const dns = { records: {} as Records, isSilent: false, address: '' }
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port, address }) => {
    if (dns.isSilent) return
    const { id, questions = [] } = decode(packet)
    const answers = questions.flatMap(({ name, type }): Answer[] => {
      const found = dns.records[name]
      if (type === 'A' || type === 'AAAA')
        return (found?.[type] ?? []).map((data) => ({ name, type, ttl: 0, data }))
      return type === 'TXT' ? (found?.TXT ?? []).map((data) => ({ name, type, ttl: 0, data })) : []
    })
    const RECURSIVE_ANSWER = 0x0180
    socket.send(
      encode({ type: 'response', id: id ?? 0, flags: RECURSIVE_ANSWER, questions, answers }),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  dns.address = `127.0.0.1:${socket.address().port}`
  afterAll(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  return dns
}

/** A web server on this machine with the certificate of company.test; counts its connections. */
export async function startCompanyHost() {
  const host = {
    serve: ((_, response) => response.end()) as RequestListener,
    connections: 0,
    port: 0,
    ca: CERT,
  }
  const server = createServer({ key: KEY, cert: CERT }, (request, response) => host.serve(request, response))
  server.on('connection', () => {
    host.connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.port = (server.address() as AddressInfo).port
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return host
}

const KEY = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIN/PRa3Mih1N7tNjDFjPI03KGmiIUf64Gxc00romb+AAoAoGCCqGSM49
AwEHoUQDQgAEGEqSPLowTTklr2pI6aVpY9aa7ENjqLm3MWX3MnWJTMGZW0g9jq7o
PCwhX72gSORcRU5th01tDcXdkqW2wlpWsA==
-----END EC PRIVATE KEY-----`
const CERT = `-----BEGIN CERTIFICATE-----
MIIBrjCCAVSgAwIBAgIUVXVzoHWRcndk08eUkfjha4+RtoswCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMY29tcGFueS50ZXN0MCAXDTI2MTEyMzA4NDMwMVoYDzIxMjYx
MDMwMDg0MzAxWjAXMRUwEwYDVQQDDAxjb21wYW55LnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQYSpI8ujBNOSWvakjppWlj1prsQ2OoubcxZfcydYlMwZlb
SD2Orug8LCFfvaBI5FxFTm2HTW0Nxd2SpbbCWlawo3wwejAdBgNVHQ4EFgQUSobC
HxNmNQLZxk2Vn88a5y7jCVswHwYDVR0jBBgwFoAUSobCHxNmNQLZxk2Vn88a5y7j
CVswDwYDVR0TAQH/BAUwAwEB/zAnBgNVHREEIDAeggxjb21wYW55LnRlc3SCDiou
Y29tcGFueS50ZXN0MAoGCCqGSM49BAMCA0gAMEUCIGxrcD6ye4gkuvS3r3Nu1hoD
kvq67K8/sG+oeWYPCx4bAiEA0RP385OleTIjHjTcIUApJDGsCvgT67CHSni0ajml
LRM=
-----END CERTIFICATE-----`
