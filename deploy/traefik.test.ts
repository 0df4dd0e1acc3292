import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IngressRoute } from '@kubernetes-models/traefik/traefik.io/v1alpha1/IngressRoute'
import { Middleware } from '@kubernetes-models/traefik/traefik.io/v1alpha1/Middleware'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { errorsBy, type Validate } from './known-fields.ts'

type Router = Record<string, unknown> & { rule: string; service: string; middlewares?: string[] }
type Sample = {
  http: {
    routers: Record<string, Router>
    middlewares: Record<string, object>
    services: Record<string, { loadBalancer: { servers: unknown } }>
  }
}

const sample = readFileSync(join(import.meta.dirname, 'traefik.yaml'), 'utf8')

/** The constructor of a model copies its input, and so reads unknown fields too. */
function validating(Model: typeof Middleware | typeof IngressRoute): Validate {
  const validate: Validate = (data) => {
    validate.errors = []
    try {
      Object.assign(new Model(), data).validate()
    } catch (error) {
      validate.errors = [error]
    }
    return validate.errors.length === 0
  }
  return validate
}
const [middleware, ingressRoute] = [validating(Middleware), validating(IngressRoute)]

/**
 * The parts of the sample as Traefik's Kubernetes objects, which have the fields of its files. There a router and its
 * service are one object, a rule is called `match`, and servers are pods.
 */
function errorsIn(text: string): unknown[] {
  const { http, ...others } = parse(text) as Sample
  const { routers = {}, middlewares = {}, services = {}, ...kinds } = http
  const unknown = [...Object.keys(others), ...Object.keys(kinds)].map((name) => `unknown: /${name}`)
  const common = (name: string) => ({ apiVersion: 'traefik.io/v1alpha1', metadata: { name } })
  const wrongMiddlewares = Object.entries(middlewares).flatMap(([name, spec]) =>
    errorsBy(middleware, { ...common(name), kind: 'Middleware', spec }),
  )
  const wrongRouters = Object.entries(routers).flatMap(([name, router]) => {
    const { rule: match, service, middlewares: names = [], ...spec } = router
    const { loadBalancer, ...balancers } = services[service] ?? {}
    const { servers: _, ...balancer } = loadBalancer ?? { servers: [] }
    const route = {
      ...{ kind: 'Rule', match, middlewares: names.map((one) => ({ name: one })) },
      services: [{ name: service, ...balancers, ...balancer }],
    }
    return errorsBy(ingressRoute, {
      ...common(name),
      kind: 'IngressRoute',
      spec: { ...spec, routes: [route] },
    })
  })
  return [...unknown, ...wrongMiddlewares, ...wrongRouters]
}

test('every field of the sample is known to Traefik, with a value of the right type', () => {
  expect(errorsIn(sample)).toEqual([])
})

test('its servers have an address and no other field', () => {
  const { http } = parse(sample) as Sample
  const servers = Object.values(http.services).flatMap(({ loadBalancer }) => loadBalancer.servers)
  expect(servers).toHaveLength(2)
  for (const server of servers)
    expect(server).toEqual({ url: expect.stringMatching(/^http:\/\/[\d.]+:\d+$/) })
})

test.each([
  ['a misspelled router', 'routers:', 'router:'],
  ['a misspelled field of a router', 'entryPoints: [websecure]', 'entrypoint: [websecure]'],
  ['a misspelled field of TLS', 'certResolver:', 'certResolvers:'],
  ['an unknown middleware', 'redirectScheme:', 'redirectSchema:'],
  ['a misspelled field of a middleware', 'ipv6Subnet:', 'ipv6Subnets:'],
  ['text instead of a number', 'amount: 256', "amount: 'many'"],
  ['a misspelled balancer', 'loadBalancer:', 'loadBalancers:'],
  ['a misspelled field of a balancer', 'passHostHeader:', 'passHostHeaders:'],
  ['a misspelled field of a health check', 'timeout: 2s', 'timeOut: 2s'],
  ['text instead of true', 'passHostHeader: true', "passHostHeader: 'yes'"],
])('%s is found', (_, right, wrong) => {
  expect(sample).toContain(right)
  expect(errorsIn(sample.replace(right, wrong))).not.toEqual([])
})
