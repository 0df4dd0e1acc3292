import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Settings } from '../server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const settings = Object.keys(Settings.shape)
/** Node's own, and not for whoever starts the server. */
const OF_NODE = ['NODE_ENV', 'NODE_COMPILE_CACHE']
const unknownIn = (names: string[]) => names.filter((name) => ![...settings, ...OF_NODE].includes(name))

describe('Dockerfile', () => {
  /** Instructions with their arguments; a line that ends with a backslash goes on. */
  const instructions = read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? ['?', line])
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
  const argumentsOf = (name: string) =>
    last.filter(([found]) => found === name).map(([, given = '']) => given)

  test('it is made of the Node that the project pins', () => {
    const { devDependencies } = JSON.parse(read('package.json'))
    expect(read('Dockerfile')).toContain(`NODE_IMAGE=node:${devDependencies.node}-`)
  })

  test('what runs is no root, reports its health and knows its settings', () => {
    expect(argumentsOf('USER')).toEqual(['node'])
    expect(argumentsOf('HEALTHCHECK')[0]).toMatch(/\/readyz/)
    expect(argumentsOf('CMD')).toEqual(['["node", "dist/server/main.cjs"]'])
    const names = argumentsOf('ENV').flatMap((given) => given.match(/[A-Z_]+(?==)/g) ?? [])
    expect(names.length).toBeGreaterThan(3)
    expect(unknownIn(names)).toEqual([])
  })

  test('everything that it copies is there and is sent to the builder', () => {
    const sent = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
    const copied = instructions
      .filter(([name, given]) => name === 'COPY' && !given?.startsWith('--from'))
      .flatMap(([, given = '']) => given.split(' ').slice(0, -1))
    expect([...new Set(copied)].sort()).toEqual(sent.toSorted())
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('compose.yaml', () => {
  type Service = {
    image: string
    environment?: Record<string, string>
    volumes?: string[]
    networks: string[]
    depends_on?: Record<string, unknown>
  } & Record<string, unknown>
  const file = parse(read('compose.yaml'), { merge: true })
  const services: Record<string, Service> = file.services
  const ours = Object.values(services).filter(({ image }) => image.startsWith('puente:'))

  test('every setting of our own services is one that the server knows', () => {
    expect(ours).toHaveLength(3)
    for (const { environment = {} } of ours) {
      expect(Object.keys(environment)).toContain('DATABASE_URL')
      expect(unknownIn(Object.keys(environment))).toEqual([])
    }
  })

  test('they cannot write to their system, gain rights or keep anything', () => {
    for (const service of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      expect(service.tmpfs).toContainEqual(expect.stringMatching(/^\/data:.*mode=0700$/))
    }
  })

  test('engines are out of reach from outside, and what is named is there', () => {
    expect(file.networks.back.internal).toBe(true)
    const open = Object.keys(services).filter((name) => services[name]?.ports)
    expect(open).toEqual(['caddy'])
    for (const { networks, volumes = [], depends_on = {} } of Object.values(services)) {
      for (const name of networks) expect(file.networks).toHaveProperty(name)
      for (const name of Object.keys(depends_on)) expect(services).toHaveProperty(name)
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        if (source.startsWith('./')) expect(existsSync(join(root, source))).toBe(true)
        else expect(file.volumes).toHaveProperty(source)
      }
    }
    for (const { image } of Object.values(services)) expect(image).toMatch(/:(?!latest)/)
  })

  test('the proxy sends to these servers, and is believed by them', () => {
    const caddy = read('deploy/Caddyfile')
    const [, upstreams = ''] = /reverse_proxy ([^{]+) \{/.exec(caddy) ?? []
    expect(upstreams.split(' ')).toEqual(['app1:3000', 'app2:3000'])
    const subnet = file.networks.front.ipam.config[0].subnet
    expect(services.app1?.environment?.TRUST_PROXY).toBe(subnet)
    const names = [...caddy.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(services.caddy?.environment ?? {})).toEqual(names)
  })
})

describe('every setting is explained', () => {
  test('.env.example has them all, and no other', () => {
    const listed = new Set(read('.env.example').match(/^[A-Z0-9_]+(?==)/gm))
    expect([...listed].sort()).toEqual(settings.filter((name) => name !== 'NODE_ENV').sort())
  })

  test('docs/operations.md has them all in its table, each with its default, and no other', () => {
    const [, table = ''] = /## Settings([\s\S]*?)\n## /.exec(read('docs/operations.md')) ?? []
    const rows = [...table.matchAll(/^\| `([A-Z0-9_]+)` \|([^|]*)\|/gm)].map(([, name = '', given = '']) => ({
      name,
      given: given.replaceAll('`', '').trim(),
    }))
    expect(rows.map(({ name }) => name).sort()).toEqual(settings.toSorted())
    for (const [name, value] of Object.entries(Settings.parse({}))) {
      const isPlain = typeof value === 'string' || typeof value === 'number'
      if (isPlain) expect(rows.find((row) => row.name === name)?.given, name).toBe(String(value))
    }
  })

  test('every command that the operations page names is there', () => {
    const page = read('docs/operations.md') + read('docs/growing.md')
    const { scripts } = JSON.parse(read('package.json'))
    const commands = [...page.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})
