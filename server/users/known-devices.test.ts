import { describe, expect, test } from 'vitest'
import { createKnownDevices } from './known-devices.ts'

const devices = createKnownDevices('a secret of the server')
const [ana, ben] = ['ana@example.com', 'ben@example.com']

describe('the proof of a known device (X7)', () => {
  test('is valid for its account only', () => {
    const proof = devices.add(undefined, ana)
    expect(devices.find(proof, ana)).toMatch(/^[\w-]{22}$/)
    expect(devices.find(proof, ben)).toBeUndefined()
    expect(devices.find(undefined, ana)).toBeUndefined()
    expect(proof).not.toContain('ana')
  })

  test('cannot be forged or changed', () => {
    const proof = devices.add(undefined, ana)
    const [id = '', hash = ''] = proof.split('.')
    const other = devices.add(undefined, ana).split('.')[1]
    for (const forged of [
      '',
      '.',
      id,
      `${id}.`,
      `${id}.${other}`,
      `${id}.${hash}x`,
      `x${proof}`,
      `${id}.${'A'.repeat(22)}`,
    ]) {
      expect(devices.find(forged, ana)).toBeUndefined()
    }
    expect(createKnownDevices('another secret').find(proof, ana)).toBeUndefined()
  })

  test('stays the same at the next sign-in, and is valid while the secret is rotated', () => {
    const proof = devices.add(undefined, ana)
    expect(devices.add(proof, ana)).toBe(proof)
    const rotated = createKnownDevices('a new secret', 'a secret of the server')
    expect(rotated.find(proof, ana)).toBe(devices.find(proof, ana))
    const renewed = rotated.add(proof, ana)
    expect(createKnownDevices('a new secret').find(renewed, ana)).toBe(devices.find(proof, ana))
  })

  test('is one of three in a browser with several accounts, the latest first', () => {
    let proofs = ''
    for (const email of [ana, ben, 'eva@example.com', 'ivo@example.com']) proofs = devices.add(proofs, email)
    expect(proofs.split(' ')).toHaveLength(3)
    expect(proofs.length).toBeLessThanOrEqual(200)
    expect(devices.find(proofs, ben)).toBeDefined()
    expect(devices.find(proofs, ana)).toBeUndefined()
    expect(devices.add(`${proofs} <script>`, ben)).not.toContain('script')
  })
})
