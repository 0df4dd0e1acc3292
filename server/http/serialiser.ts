import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type JsonSchema = { [key: string]: unknown }

type Shape = { shape: z.ZodType }

const compile = SerializerSelector()({}, {})

/** Compiles each serialiser on first use: all of them would take most of the start. */
export const serialiserCompiler: FastifySerializerCompiler<Shape> = ({ schema }) =>
  createSerialiser(schema.shape)

/** Writes the fields of this shape as JSON, and no others (G6). */
export function createSerialiser(shape: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | undefined
  return (value) => {
    write ??= compile({ httpStatus: '', method: '', url: '', schema: serialiserSchema(shape) }) as (
      value: unknown,
    ) => string
    return write(value)
  }
}

/**
 * The JSON schema for the response serialiser: references are inlined, `X or null` becomes `nullable`, and
 * validation keywords are dropped. Fields outside of the schema cannot be sent (G6).
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
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (branches) {
    const others = branches.filter((branch) => branch.type !== 'null').map(inner)
    const isNullable = others.length < branches.length
    if (others.length === 1) return { ...withNull(others[0], isNullable), nullable: isNullable }
    return { anyOf: others }
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

/** In a union the values of an enumeration are checked, null too. */
const withNull = (schema: JsonSchema = {}, isNullable: boolean): JsonSchema =>
  isNullable && Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum, null] } : schema
