import { z } from 'zod'
import { isFileUrl } from '#contract/values.ts'
import { type PublicAddress, toPublicUrl } from './file-urls.ts'

type Publish = (value: unknown, config: PublicAddress) => unknown

/**
 * Makes the stored URLs in a response absolute, wherever its schema has `FileUrl`. Returns undefined for a schema
 * without one. Changes the objects in place; idempotent.
 */
export function urlPublisher(shape: z.ZodType): Publish | undefined {
  if (isFileUrl(shape)) {
    return (value, config) => (typeof value === 'string' ? toPublicUrl(config, value) : value)
  }
  if (shape instanceof z.ZodObject) return objectPublisher(shape)
  if (shape instanceof z.ZodArray) {
    const item = urlPublisher(shape.element as z.ZodType)
    return item && ((value, config) => (Array.isArray(value) ? value.map((one) => item(one, config)) : value))
  }
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional) {
    return urlPublisher(shape.unwrap() as z.ZodType)
  }
  if (shape instanceof z.ZodUnion) {
    const options = shape.options.flatMap((option) => urlPublisher(option as z.ZodType) ?? [])
    return options.length === 0
      ? undefined
      : (value, config) => options.reduce((current, publish) => publish(current, config), value)
  }
  return undefined
}

function objectPublisher(shape: z.ZodObject): Publish | undefined {
  const fields = Object.entries(shape.shape).flatMap(([name, field]) => {
    const publish = urlPublisher(field as z.ZodType)
    return publish ? [[name, publish] as const] : []
  })
  if (fields.length === 0) return undefined
  return (value, config) => {
    if (typeof value !== 'object' || value === null) return value
    const object = value as Record<string, unknown>
    for (const [name, publish] of fields) {
      if (name in object) object[name] = publish(object[name], config)
    }
    return object
  }
}
