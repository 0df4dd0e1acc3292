import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

type Shape = { shape: z.ZodType }

type Write = (value: unknown) => string

const compile = SerializerSelector()({}, {})

/** Compiles each serialiser on first use: all of them would take most of the start. */
export const serialiserCompiler: FastifySerializerCompiler<Shape> = ({ schema }) =>
  createSerialiser(schema.shape)

/** Writes the fields of this shape as JSON, and no others (G6). */
export const createSerialiser = (shape: z.ZodType): Write =>
  compiledOnFirstUse(() => writerOf(serialiserSchema(shape)))

function compiledOnFirstUse(create: () => Write): Write {
  let write: Write | undefined
  return (value) => {
    write ??= create()
    return write(value)
  }
}

/**
 * The compiler would validate a value against every branch of a union, and load and compile a validator for it, which
 * holds the event loop (X1). So a union is written by the value of its discriminator, and what contains one in parts.
 */
function writerOf(schema: JsonSchema): Write {
  if (!hasUnion(schema)) return compile({ httpStatus: '', method: '', url: '', schema }) as Write
  const write = schema.oneOf ? unionWriter(branchesOf(schema)) : partWriter(schema)
  return (value) => (value === null && schema.nullable ? 'null' : write(value))
}

function partWriter(schema: JsonSchema): Write {
  if (schema.type === 'array') {
    const write = writerOf(schema.items as JsonSchema)
    return (values) => `[${(values as unknown[]).map(write).join(',')}]`
  }
  const fields = Object.entries(propertiesOf(schema))
  const required = (schema.required ?? []) as string[]
  const [unions, others] = [
    fields.filter(([, field]) => hasUnion(field)),
    fields.filter(([, field]) => !hasUnion(field)),
  ]
  const names = others.map(([name]) => name)
  const writeOthers = writerOf({
    ...schema,
    properties: Object.fromEntries(others),
    required: required.filter((name) => names.includes(name)),
  })
  const writers = unions.map(([name, field]) => ({
    name,
    write: writerOf(field),
    isOptional: !required.includes(name),
  }))
  return (value) => {
    const given = value as Record<string, unknown>
    const parts = writers
      .filter(({ name, isOptional }) => !(isOptional && given[name] === undefined))
      .map(({ name, write }) => `${JSON.stringify(name)}:${write(given[name])}`)
    return `{${[writeOthers(value).slice(1, -1), ...parts].filter(Boolean).join(',')}}`
  }
}

/** An error for a value of no branch. */
function unionWriter(branches: readonly JsonSchema[]): Write {
  const [name] = Object.keys(propertiesOf(branches[0])).filter((name) =>
    branches.every((branch) => propertiesOf(branch)[name]?.const !== undefined),
  )
  if (name === undefined) throw new Error('A union without a discriminator cannot be written')
  const writers = new Map(
    branches.map((branch) => [propertiesOf(branch)[name]?.const, compiledOnFirstUse(() => writerOf(branch))]),
  )
  return (value) => {
    const kind = (value as Record<string, unknown>)[name]
    const write = writers.get(kind)
    if (!write) throw new TypeError(`The shape has no ${name} '${kind}'`)
    return write(value)
  }
}

const hasUnion = (schema: JsonSchema): boolean =>
  schema.oneOf !== undefined ||
  (schema.type === 'array' && hasUnion(schema.items as JsonSchema)) ||
  Object.values(propertiesOf(schema)).some(hasUnion)

const propertiesOf = (schema: JsonSchema = {}) => (schema.properties ?? {}) as Record<string, JsonSchema>

const branchesOf = (schema: JsonSchema) => (schema.anyOf ?? schema.oneOf) as JsonSchema[]

/**
 * The JSON schema for the response serialiser: references are inlined, `X or null` becomes `nullable`, a union of basic
 * types their list, and validation keywords are dropped. Fields outside of the schema cannot be sent (G6).
 */
function serialiserSchema(shape: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(shape, { target: 'draft-7', io: 'output' }) as JsonSchema
  const definitions = (schema.definitions ?? {}) as Record<string, JsonSchema>
  return simplify(schema, definitions)
}

const ONLY_VALIDATING = new Set([
  '$schema',
  'definitions',
  'id',
  '$id',
  'pattern',
  'format',
  'minLength',
  'minimum',
  'maximum',
])

function simplify(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const inner = (value: unknown) => simplify(value as JsonSchema, definitions)
  if (typeof schema.$ref === 'string') {
    const target = definitions[schema.$ref.replace('#/definitions/', '')]
    if (!target) throw new Error(`Unknown reference ${schema.$ref}`)
    return inner(target)
  }
  const branches = branchesOf(schema)
  if (branches) {
    const others = branches.filter((branch) => branch.type !== 'null').map(inner)
    return { ...unionOf(others), nullable: others.length < branches.length }
  }
  const simple: JsonSchema = {}
  for (const [key, value] of Object.entries(schema)) {
    if (ONLY_VALIDATING.has(key)) continue
    if (key === 'properties') {
      simple[key] = Object.fromEntries(
        Object.entries(value as JsonSchema).map(([name, property]) => [name, inner(property)]),
      )
    } else if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object')) {
      simple[key] = inner(value)
    } else if (key !== 'propertyNames') {
      simple[key] = value
    }
  }
  return simple
}

/** The keywords of different types do not meet: `items` is that of the only array. */
function unionOf(branches: readonly JsonSchema[]): JsonSchema {
  if (branches.length === 1) return { ...branches[0] }
  const types = new Set(branches.map(({ type }) => type))
  if (types.size < branches.length) return { oneOf: branches }
  // The compiler tries them in this order, and an array passes for a string.
  const type = [...types].toSorted((one, other) => Number(one === 'string') - Number(other === 'string'))
  return Object.assign({}, ...branches, { type })
}
