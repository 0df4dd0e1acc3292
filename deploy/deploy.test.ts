import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SOURCES } from '../scripts/build.mjs'
import { ALLOCATOR, NODE_FLAGS } from '../scripts/memory.mjs'
import { Settings } from '../server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const settings = Object.keys(Settings.shape)
/** Variables of Node and the allocator, not settings of the server. */
const OF_NODE = ['NODE_ENV', 'NODE_COMPILE_CACHE', ...Object.keys(ALLOCATOR)]
const unknownIn = (names: string[]) => names.filter((name) => ![...settings, ...OF_NODE].includes(name))

describe('Dockerfile', () => {
  /** Instructions with their arguments; a backslash at the end continues a line. */
  const instructions = read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => /^([A-Z]+) (.*)$/.exec(line)?.slice(1) ?? ['?', line])
  const last = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'))
  const argumentsOf = (name: string) =>
    last.filter(([found]) => found === name).map(([, given = '']) => given)

  test('uses the Node version that the project pins', () => {
    const { devDependencies } = JSON.parse(read('package.json'))
    expect(read('Dockerfile')).toContain(`NODE_IMAGE=node:${devDependencies.node}-`)
  })

  test('copies all sources that a build reads', () => {
    const [build = ''] = read('Dockerfile').split(/^FROM .* AS packages$/m)
    const copied = [...build.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
    expect(SOURCES.filter((name) => !copied.includes(name))).toEqual([])
    expect(build).toMatch(/^RUN node scripts\/build\.mjs$/m)
    // A file of another folder would be missing in both.
    const folders = new Set<string>()
    for (const file of globSync('server/**/*.ts', {
      cwd: root,
      exclude: ['server/**/*.test.ts', 'server/test/**'],
    })) {
      for (const [, path = ''] of read(file).matchAll(/from '(\.\.?\/[^']+)'/g))
        folders.add(relative(root, join(root, dirname(file), path)).split('/')[0] ?? '')
    }
    expect([...folders].filter((name) => !SOURCES.includes(name))).toEqual([])
  })

  test('runs as a non-root user, reports its health and has its settings', () => {
    expect(argumentsOf('USER')).toEqual(['node'])
    expect(argumentsOf('HEALTHCHECK')[0]).toMatch(/\/readyz/)
    expect(argumentsOf('CMD').map((given) => JSON.parse(given))).toEqual([
      ['node', ...NODE_FLAGS, 'dist/server/main.cjs'],
    ])
    for (const [name, value] of Object.entries(ALLOCATOR)) {
      expect(argumentsOf('ENV').join(' ')).toContain(`${name}=${value}`)
    }
    const names = argumentsOf('ENV').flatMap((given) => given.match(/[A-Z_]+(?==)/g) ?? [])
    expect(names.length).toBeGreaterThan(3)
    expect(unknownIn(names)).toEqual([])
  })

  test('contains an SBOM, made of what its build installs', () => {
    expect(read('Dockerfile')).toMatch(/^RUN npm sbom .*> sbom\.cdx\.json$/m)
    expect(read('Dockerfile')).toContain('COPY --from=build /app/sbom.cdx.json ./')
  })

  test('copies only paths that exist and are sent to the builder', () => {
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

  test('every setting of our own services is known to the server', () => {
    expect(ours).toHaveLength(3)
    for (const { environment = {} } of ours) {
      expect(Object.keys(environment)).toContain('DATABASE_URL')
      expect(unknownIn(Object.keys(environment))).toEqual([])
    }
  })

  test('every setting in the file .env reaches our services, except those of the network', () => {
    for (const { env_file, environment = {} } of ours) {
      expect(env_file).toEqual(['.env'])
      expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' })
      // A default here would hide the server's.
      expect(Object.values(environment).filter((value) => value.includes(':-'))).toEqual([])
    }
  })

  test('they cannot write to their file system, gain privileges or, apart from backups and restores, store anything', () => {
    for (const service of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      if (service !== services.operator) {
        expect(service.tmpfs).toContainEqual(expect.stringMatching(/^\/data:.*mode=0700$/))
      }
    }
  })

  test('a restore has space for any backup, and the data that it replaces survives the container', () => {
    expect(services.operator?.volumes).toEqual(['backups:/backups', 'operator:/data'])
    expect(JSON.stringify(services.operator?.tmpfs)).not.toContain('/data')
    expect(services.operator?.entrypoint).toEqual(['puente'])
  })

  test('engines are unreachable from outside, and every referenced name exists', () => {
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

  test('the proxy forwards to these servers, which trust it', () => {
    const caddy = read('deploy/Caddyfile')
    const proxies = [...caddy.matchAll(/reverse_proxy (?:@writes )?([^{]+) \{/g)].map(
      ([, upstreams]) => upstreams,
    )
    expect(proxies).toEqual(['app1:3000 app2:3000', 'app1:3000 app2:3000'])
    const subnet = file.networks.front.ipam.config[0].subnet
    expect(services.app1?.environment?.TRUST_PROXY).toBe(subnet)
    const names = [...caddy.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(services.caddy?.environment ?? {})).toEqual(names)
  })
})

describe('deployment samples', () => {
  const text = read('deploy/kubernetes.yaml')
  const objects = parseAllDocuments(text, { merge: true }).map((one) => one.toJSON())
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind)
  const { version } = JSON.parse(read('package.json'))

  test('Kubernetes: settings, probes and image are those of this version', () => {
    const [settingsMap] = ofKind('ConfigMap')
    expect(unknownIn(Object.keys(settingsMap.data))).toEqual([])
    const pods = [ofKind('Deployment')[0].spec.template, ofKind('CronJob')[0].spec.jobTemplate.spec.template]
    for (const { spec } of pods) {
      const [container] = spec.containers
      expect(container.image).toBe(`puente:${version}`)
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true })
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true })
      const volumes = spec.volumes.map(({ name }: { name: string }) => name)
      for (const mount of container.volumeMounts) expect(volumes).toContain(mount.name)
    }
    // The folder of a volume itself is open to its group, which a start refuses.
    for (const { spec } of pods) {
      const mounts = spec.containers[0].volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)
      expect(mounts).not.toContain(settingsMap.data.DATA_DIR)
      expect(mounts).toContain(dirname(settingsMap.data.DATA_DIR))
    }
    const stopMs = Number(settingsMap.data.STOP_DELAY_MS)
    expect(pods[0].spec.terminationGracePeriodSeconds).toBeGreaterThan(stopMs / 1000 + 10)
  })

  test('Kubernetes: an Ingress routes to services that exist', () => {
    const services = ofKind('Service').map(({ metadata }) => metadata.name)
    const { paths } = ofKind('Ingress')[0].spec.rules[0].http
    for (const { backend } of paths) expect(services).toContain(backend.service.name)
  })

  test('Traefik: routers name services and middlewares that exist', () => {
    const { http } = parse(read('deploy/traefik.yaml'))
    for (const { service, middlewares } of Object.values<Record<string, string[]>>(http.routers)) {
      expect(Object.keys(http.services)).toContain(service)
      for (const name of middlewares ?? []) expect(Object.keys(http.middlewares)).toContain(name)
    }
    // Otherwise Traefik would use another interval.
    const { interval, timeout } = http.services.puente.loadBalancer.healthCheck
    expect(Number.parseFloat(interval)).toBeGreaterThan(Number.parseFloat(timeout))
  })

  test('proxies cap the open connections of one client, as a server without a proxy does (X5)', () => {
    const { MAX_CONNECTIONS_PER_ADDRESS: cap } = Settings.parse({})
    const nginx = read('deploy/nginx.conf')
    const [, zone] = /^limit_conn_zone \$puente_network zone=(\w+):/m.exec(nginx) ?? []
    expect(nginx).toMatch(new RegExp(`^\\tlimit_conn ${zone} ${cap};$`, 'm'))
    const { http } = parse(read('deploy/traefik.yaml'))
    expect(http.routers.puente.middlewares).toContain('puente-clients')
    expect(http.middlewares['puente-clients'].inFlightReq).toEqual({
      amount: cap,
      sourceCriterion: { ipStrategy: { ipv6Subnet: 64 } },
    })
    // Caddy needs a plugin for it, so the packet filter does it.
    expect(read('docs/operations.md')).toContain(`--connlimit-above ${cap} `)
  })

  test('the command of a release starts Node with the memory settings of the image', () => {
    const command = read('bin/puente')
    expect(command).toContain(`exec "$node" ${NODE_FLAGS.join(' ')} `)
    for (const [name, value] of Object.entries(ALLOCATOR))
      expect(command).toContain(`"\${${name}:=${value}}"`)
  })

  test('systemd starts the program of a release as a non-root user, and only data is writable', () => {
    for (const file of ['deploy/puente.service', 'deploy/puente-backup.service']) {
      const unit = read(file)
      const [, program = ''] = /^ExecStart=\/srv\/puente\/current\/(\S+)/m.exec(unit) ?? []
      expect(existsSync(join(root, program))).toBe(true)
      expect(unit).toMatch(/^User=puente$/m)
      expect(unit).toMatch(/^ReadWritePaths=\/srv\/puente\/data/m)
    }
  })

  test('the newest section of the changelog is that of this version', () => {
    expect(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
    expect(text).not.toMatch(/image: .*latest/)
  })
})
