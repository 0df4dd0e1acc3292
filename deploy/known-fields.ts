/** A validator of the packages of Kubernetes models. */
export type Validate = { (data: unknown): boolean; errors?: unknown[] | null }

/** Errors of a schema, and fields that it never reads: schemas of Kubernetes allow unknown fields. */
export function errorsBy(validate: Validate, object: unknown): unknown[] {
  const unread = new Set<string>()
  validate(watched(object, '', unread))
  return [...(validate.errors ?? []), ...[...unread].map((path) => `unknown: ${path}`)]
}

/** A proxy that records every read field. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => {
    if (!Array.isArray(value)) unread.add(`${path}/${name}`)
    return [name, watched(inner, `${path}/${name}`, unread)] as const
  })
  const copy = Array.isArray(value) ? fields.map(([, inner]) => inner) : Object.fromEntries(fields)
  return new Proxy(copy, {
    get(target, name) {
      unread.delete(`${path}/${String(name)}`)
      return Reflect.get(target, name)
    },
  })
}
