import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { type CachedResponse, createCachedResponse } from '../cache/cached-response.ts'
import { readOrRender } from '../cache/read-or-render.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { sendCachedResponse } from '../cache/send-cached-response.ts'
import { API_PREFIX } from '../http/api-prefix.ts'
import { notFound } from '../lib/errors.ts'
import { inBatches, nextTurn, onFirstUse } from '../lib/turns.ts'
import type { Services } from '../services.ts'

const OPENAPI = `${API_PREFIX}/openapi.json`
const DOCS = `${API_PREFIX}/docs`
const JSON_TYPE = 'application/json; charset=utf-8'
/** Endpoints whose schemas are built in one turn of the event loop (X1). */
const BATCH = 10

/** OpenAPI 3.1 at /api/openapi.json and a readable page at /api/docs, both from the endpoints. */
export function serveOpenApi(app: FastifyInstance, services: Services, endpoints: Endpoint[]): void {
  // Built on demand: all schemas together would dominate the start.
  const document = onFirstUse(() => openApiDocument(services, endpoints))
  const docs = onFirstUse(async () => createDocs(await document()))
  const cached = createResponseCache(services, 'docs')

  async function render(path: string): Promise<CachedResponse> {
    if (path === OPENAPI) {
      return createCachedResponse(JSON.stringify(await document()), { type: JSON_TYPE, topics: new Set() })
    }
    const { statusCode, headers, rawPayload } = await (await docs()).inject(path)
    if (statusCode !== 200) throw notFound()
    return createCachedResponse(rawPayload, { type: String(headers['content-type']), topics: new Set() })
  }

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?')
    return sendCachedResponse(request, reply, await readOrRender(services, cached, request, path, render))
  }
  for (const path of [OPENAPI, DOCS, `${DOCS}/*`]) app.get(path, show)
}

/** A separate app, loaded on demand: its modules would dominate the start. */
async function createDocs(document: OpenAPIV3.Document): Promise<FastifyInstance> {
  const { default: swagger } = await import('@fastify/swagger')
  await nextTurn()
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await nextTurn()
  const app = Fastify()
  await app.register(swagger, { mode: 'static', specification: { document } })
  await nextTurn()
  await app.register(swaggerUi, { routePrefix: DOCS, staticCSP: false })
  return app
}

async function openApiDocument({ config }: Services, endpoints: Endpoint[]): Promise<OpenAPIV3.Document> {
  return {
    openapi: '3.1.0',
    info: {
      title: config.PRODUCT_NAME,
      version: '1',
      description: 'Every call of the API, from its contract.',
    },
    servers: [{ url: `${config.publicUrl}${API_PREFIX}` }],
    paths: await operations(endpoints),
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}

async function operations(endpoints: Endpoint[]): Promise<OpenAPIV3.PathsObject> {
  const paths: Record<string, Record<string, unknown>> = {}
  for await (const batch of inBatches(endpoints, BATCH)) {
    for (const endpoint of batch) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
    }
  }
  return paths as OpenAPIV3.PathsObject
}

const jsonSchema = (shape: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, reused: 'inline', unrepresentable: 'any' })
  return schema
}

function operation(endpoint: Endpoint) {
  const failures = ['400', ...(endpoint.access === 'anyone' ? [] : ['401', '403']), '404', '429']
  const failure = {
    description: 'Failure',
    content: { 'application/json': { schema: jsonSchema(ErrorBody, 'output') } },
  }
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.method === 'GET' ? {} : { requestBody: requestBody(endpoint) }),
    responses: {
      [endpoint.status]: success(endpoint),
      ...Object.fromEntries(failures.map((status) => [status, failure])),
    },
  }
}

function parameters(shape: z.ZodType, location: 'path' | 'query') {
  const schema = jsonSchema(shape, 'input') as { properties?: Record<string, unknown> }
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: property,
  }))
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.sends === 'multipart') {
    const schema = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    }
    return { content: { 'multipart/form-data': { schema } } }
  }
  return { content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } }
}

function success(endpoint: Endpoint) {
  if (endpoint.status === 204) return { description: 'Done' }
  if (endpoint.download === 'pdf') return { description: 'A PDF', content: { 'application/pdf': {} } }
  const headers = endpoint.list
    ? { 'X-Total-Count': { description: 'Matches before paging', schema: { type: 'integer' } } }
    : {}
  return {
    description: 'Success',
    headers,
    content: { 'application/json': { schema: jsonSchema(endpoint.response, 'output') } },
  }
}
