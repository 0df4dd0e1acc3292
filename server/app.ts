import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { configureProduct } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { createResponseCache } from './cache/response-cache.ts'
import { sendCacheHits } from './cache/send-cached-response.ts'
import { serveFiles } from './files/serve-files.ts'
import { serveUploads } from './files/serve-uploads.ts'
import { API_PREFIX } from './http/api-prefix.ts'
import { endSlowBodies } from './http/body-timeout.ts'
import { createClientAddressReader } from './http/client-address.ts'
import { capConnections } from './http/connection-cap.ts'
import { countRequests } from './http/count-requests.ts'
import { earlyErrors } from './http/early-errors.ts'
import { withEndpointMessage } from './http/endpoint-messages.ts'
import { addHandlerTimeout } from './http/handler-timeout.ts'
import { parseBody } from './http/parse-json.ts'
import { warnOfUntrustedProxy } from './http/proxy-warning.ts'
import { createRefusalLog } from './http/refusal-log.ts'
import type { Route } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serialiserCompiler } from './http/serialiser.ts'
import { serveRoute } from './http/serve-route.ts'
import { endSilentConnections } from './http/silent-connections.ts'
import { databaseFault } from './lib/db.ts'
import { ApiError, badRequest, notFound, unavailable } from './lib/errors.ts'
import { localeOfHeader, runInLocale } from './lib/locale.ts'
import { createFullStorageLog } from './operations/full-storage.ts'
import { serveHealth } from './operations/health.ts'
import { serveMetrics } from './operations/metrics.ts'
import { serveOpenApi } from './operations/openapi.ts'
import { createRequestIds } from './operations/request-id.ts'
import { productOf } from './pages/product-of.ts'
import { servePages } from './pages/serve-pages.ts'
import { servePreviews } from './previews/serve-previews.ts'
import { allRoutes } from './routes.ts'
import { serveSeo } from './seo/serve-seo.ts'
import type { Services } from './services.ts'

const MAX_URL_LENGTH = 4096
/** For uploads; `BODY_TIMEOUT_MS` limits other requests. */
const REQUEST_TIMEOUT_MS = 120_000
const HEADERS_TIMEOUT_MS = 9000
/** Interval at which Node checks for expired requests; 30 s by default. */
const TIMEOUT_CHECK_MS = 1000
const COMPRESS_FROM_BYTES = 1024

/** The whole server without a port: every call of the API, files, operations, optionally pages, and the one error handler. */
export async function createApp(
  services: Services,
  logger: FastifyServerOptions['loggerInstance'],
  { pages }: { pages: boolean } = { pages: false },
): Promise<FastifyInstance> {
  const { config } = services
  configureProduct(productOf(config))
  // `@fastify/compress` compares each response with `Response`, whose first use loads Node's whole client (X1).
  Reflect.get(globalThis, 'Response')
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(config.TRUST_PROXY),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Without any progress in reading or writing.
    connectionTimeout: config.STALLED_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    forceCloseConnections: 'idle',
    ...earlyErrors(config),
  })
  capConnections(app.server, services)
  endSilentConnections(app)
  // Late, because Socket.IO hides its requests from earlier listeners.
  app.addHook('onListen', async () => {
    const stop = endSlowBodies(app.server, config.BODY_TIMEOUT_MS)
    app.server.once('close', stop)
  })
  app.decorateRequest('address', '')
  app.decorateRequest('caller', undefined)
  app.decorateRequest('prepared', undefined)
  // Input is parsed by the contract's schemas, after the checks (serve-route.ts).
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(serialiserCompiler)
  acceptJsonOnly(app, services)
  refuseRoutesWithoutRule(app)
  // Public responses replace it by their own cache policy.
  const headers = { ...securityHeaders(config), 'cache-control': 'no-store' }
  const addressOf = createClientAddressReader(config.TRUST_PROXY)
  app.addHook('onRequest', (request, reply, done) => {
    request.address = addressOf(request.raw)
    reply.header('x-request-id', request.id)
    const isTooLong = request.raw.url !== undefined && request.raw.url.length > MAX_URL_LENGTH
    runInLocale(localeOfHeader(request.headers['accept-language']), () =>
      done(isTooLong ? new ApiError(414, 'BAD_REQUEST', m.general_too_large()) : undefined),
    )
  })
  services.tracing?.followRequests(app)
  warnOfUntrustedProxy(app, services)
  countRequests(app, services)

  // Before the plugins, whose routes have it only then: CORS responds to OPTIONS.
  const noteRefusal = createRefusalLog()
  const fullStorage = createFullStorageLog(services.log)
  app.addHook('onResponse', (_request, reply, done) => {
    if (reply.statusCode === 201) fullStorage.stored()
    done()
  })
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const known = asApiError(error)
    if (databaseFault(error) === 'full') fullStorage.failed(error)
    if (known === undefined)
      request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error')
    const shown = withEndpointMessage(
      known ?? new ApiError(500, 'INTERNAL', m.general_internal()),
      request.routeOptions.config.endpoint,
    )
    noteRefusal(request, shown)
    if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds)
    const vary = [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', ')
    // A refusal by address happens before the headers of every response are set.
    return reply
      .status(shown.status)
      .headers({ ...headers, 'cache-control': 'no-store', vary })
      .send(shown.body)
  })

  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  if (config.CORS_ORIGINS.length > 0) {
    await app.register(cors, {
      origin: config.CORS_ORIGINS,
      credentials: false,
      exposedHeaders: ['X-Total-Count', 'X-Total-Hires', 'Content-Disposition', 'Retry-After'],
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    })
  }
  sendCacheHits(app, headers)
  addHandlerTimeout(app)
  serveMetrics(app, services)
  const cache = config.PUBLIC_CACHE === 'on' ? createResponseCache(services, 'api') : undefined
  serveHealth(app, services, cache)
  const routes = allRoutes(services)
  const sendsMultipart = ({ endpoint }: Route) => endpoint.sends === 'multipart'
  for (const route of routes) if (!sendsMultipart(route)) serveRoute(app, services, route, cache)
  await serveUploads(app, services, routes.filter(sendsMultipart))
  const endpoints = routes.map(({ endpoint }) => endpoint)
  serveOpenApi(app, services, endpoints)
  serveFiles(app, services)
  serveSeo(app, services)
  servePreviews(app, services)
  if (pages) await servePages(app, services, endpoints, cache)
  else {
    app.setNotFoundHandler(() => {
      throw notFound()
    })
  }
  return app
}

/** Larger bodies are refused while the disk is nearly full; messages, tickets and letters are smaller. */
const LARGE_BODY_BYTES = 16 * 1024

/**
 * JSON as application/json only; any type for an empty body; the rest is 415 (G5). Node reads a late body in the
 * async context of the connection, which lacks the request's locale for errors (LANG-02).
 */
function acceptJsonOnly(app: FastifyInstance, services: Services): void {
  const parse = (type: string, parser: (request: FastifyRequest, body: Buffer) => Promise<unknown>) =>
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
      runInLocale(request.caller?.language || localeOfHeader(request.headers['accept-language']), () =>
        parser(request, body),
      ),
    )
  app.removeAllContentTypeParsers()
  parse('application/json', async (_request, body) => {
    if (body.length > LARGE_BODY_BYTES) await services.freeSpace.requireForLargeWrite()
    return parseBody(body)
  })
  parse('application/x-www-form-urlencoded', async (request, body) =>
    request.routeOptions.config.endpoint?.acceptsForm ? {} : refuseUnlessEmpty(body),
  )
  parse('*', async (_request, body) => refuseUnlessEmpty(body))
}

function refuseUnlessEmpty(body: Buffer): void {
  if (body.length > 0) throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', m.general_media_type())
}

/** Deny by default: a call of the API that has no access rule stops the start (G2). */
function refuseRoutesWithoutRule(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isCall = route.url.startsWith(`${API_PREFIX}/`) && !route.url.startsWith(`${API_PREFIX}/docs`)
    if (isCall && route.url !== `${API_PREFIX}/openapi.json` && !route.config?.endpoint?.access) {
      throw new Error(`${route.method} ${route.url} has no access rule`)
    }
  })
}

/** Maps errors of the framework and the database to API errors; undefined is a bug (G10). */
function asApiError(error: FastifyError | ApiError): ApiError | undefined {
  if (error instanceof ApiError) return error
  const fault = databaseFault(error)
  if (fault === 'unique') return new ApiError(409, 'CONFLICT', m.general_conflict())
  if (fault === 'value') return new ApiError(400, 'BAD_REQUEST', m.general_malformed())
  if (fault === 'full')
    return new ApiError(503, 'STORAGE_FULL', m.general_storage_full(), { retryAfterSeconds: 5 })
  if (fault === 'unavailable' || fault === 'retry') return unavailable()
  if (error.statusCode === 413) return new ApiError(413, 'PAYLOAD_TOO_LARGE', m.general_too_large())
  if (error.statusCode === 415) return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', m.general_media_type())
  if (error.statusCode === 404) return notFound()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return badRequest(m.general_malformed())
  }
  return undefined
}
