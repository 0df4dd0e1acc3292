import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { securityHeaders } from './security-headers.ts'

const picturesOf = (settings: Record<string, string>) => {
  const policy = securityHeaders(readConfig(settings))['content-security-policy'] ?? ''
  return policy.split(';').find((directive) => directive.startsWith('img-src'))
}

test('browsers load pictures of other hosts only where the operator allows them (F3, G12)', () => {
  expect(picturesOf({})).toBe("img-src 'self' data: blob: http://localhost:3000")
  expect(picturesOf({ EXTERNAL_IMAGES: 'on' })).toBe("img-src 'self' data: blob: https:")
})
