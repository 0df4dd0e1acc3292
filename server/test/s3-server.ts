import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

const BUCKET = 'uploads'
const ACCESS_KEY = 'test-access'
const SECRET_KEY = 'test-secret'
const REGION = 'eu-test-1'
const KEYS_PER_PAGE = 3
const MAX_SKEW_MS = 15 * 60_000

type Stored = { body: Buffer; contentType: string; at: Date }

/**
 * A bucket in memory on a free port. It checks signature, time and the hash of the body of each call by the
 * specification of AWS Signature Version 4, and returns lists in small pages.
 */
export async function startS3() {
  const objects = new Map<string, Stored>()
  const bucket = { objects, isDown: false, refused: 0 }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (bucket.isDown) return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    const fault = faultOf(request, body)
    if (fault) {
      bucket.refused += 1
      return void response.writeHead(403).end(`<Error><Code>${fault}</Code></Error>`)
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length))
    if (request.method === 'GET' && key === '') return list(objects, searchParams, response)
    respond(objects, request, response, key, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: BUCKET,
    S3_REGION: REGION,
    S3_ACCESS_KEY: ACCESS_KEY,
    S3_SECRET_KEY: SECRET_KEY,
  }
  return Object.assign(bucket, { settings })
}

function respond(
  objects: Map<string, Stored>,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  key: string,
  body: Buffer,
): void {
  const found = objects.get(key)
  if (method === 'PUT') {
    objects.set(key, { body, contentType: headers['content-type'] ?? '', at: new Date() })
    response.writeHead(200).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (found) {
    response
      .writeHead(200, { 'content-type': found.contentType, 'content-length': found.body.length })
      .end(found.body)
  } else {
    response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  }
}

/** ListObjectsV2: the sorted keys; with a delimiter the folders instead. */
function list(objects: Map<string, Stored>, query: URLSearchParams, response: ServerResponse): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const names =
    query.get('delimiter') === '/' ? [...new Set(keys.map((key) => `${key.split('/')[0]}/`))] : keys
  const after = query.get('continuation-token') ?? ''
  const rest = names.filter((name) => name > after)
  const page = rest.slice(0, KEYS_PER_PAGE)
  const entries = page.map((name) =>
    name.endsWith('/')
      ? `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.at.toISOString()}</LastModified></Contents>`,
  )
  const more =
    rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><ListBucketResult>${entries.join('')}${more}</ListBucketResult>`)
}

function faultOf(request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': bodyHash } = request.headers
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    authorization,
  )
  const [, credential = '', signedHeaders = '', signature] = given ?? []
  const [key, day, region, ...service] = credential.split('/')
  if (key !== ACCESS_KEY || region !== REGION || service.join('/') !== 's3/aws4_request')
    return 'InvalidAccessKeyId'
  if (!signedHeaders.split(';').includes('host')) return 'SignatureDoesNotMatch'
  const time = String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!(Math.abs(Date.now() - Date.parse(time)) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed'
  if (bodyHash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'

  const [path, query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const secret = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part = '') => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET_KEY}`,
  )
  const expected = createHmac('sha256', secret)
    .update(['AWS4-HMAC-SHA256', date, scope, hash].join('\n'))
    .digest('hex')
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}
