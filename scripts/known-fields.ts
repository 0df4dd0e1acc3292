/** A validator as packages of Kubernetes models bring them. */
export type Validate = { (data: unknown): boolean; errors?: unknown[] | null }

/** Refusals by a schema, and fields that it never reads: schemas of Kubernetes allow unknown fields. */
export function faultsBy(validate: Validate, object: unknown): unknown[] {
  const unread = new Set<string>()
  validate(watched(object, '', unread))
  return [...(validate.errors ?? []), ...[...unread].map((path) => `unknown: ${path}`)]
}

/** The object with a note of every field that is read. */
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
