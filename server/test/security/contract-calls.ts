import { readdirSync } from 'node:fs'
import type { Endpoint } from '#contract/endpoint.ts'

const FOLDER = new URL('../../../contract/', import.meta.url)

/** All calls of the contract, found in its files, so that none is forgotten here. */
export async function contractCalls(): Promise<Endpoint[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const calls = new Set<Endpoint>()
  for (const file of files) {
    const exported: Record<string, unknown> = await import(new URL(file, FOLDER).href)
    for (const value of Object.values(exported)) if (isEndpoint(value)) calls.add(value)
  }
  return [...calls]
}

/** The usual form: `PUT /offers/:id`. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

export const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
