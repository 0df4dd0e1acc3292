import { describe, expect, test } from 'vitest'
import { toPublicUrl, toStoredUrl } from './file-urls.ts'

const config = { publicUrl: 'https://puente.example/team' }
const name = 'AbCdEfGhIjKlMnOpQrStUv.webp'

describe('URLs of uploads', () => {
  test.each([
    ['', ''],
    [`https://puente.example/team/files/${name}`, `/files/${name}`],
    [`https://puente.example/team/files/${name}?w=480`, `/files/${name}`],
    [`http://PUENTE.example./team/files/${name}#x`, `/files/${name}`],
    [`/files/${name}`, `/files/${name}`],
    [
      `https://puente.example.evil.com/team/files/${name}`,
      `https://puente.example.evil.com/team/files/${name}`,
    ],
    [`https://puente.example/team/files/../files/x`, `https://puente.example/team/files/../files/x`],
    ['https://elsewhere.example/a.png', 'https://elsewhere.example/a.png'],
  ])('%j is stored as %j (F3)', (sent, stored) => {
    expect(toStoredUrl(config, sent)).toBe(stored)
  })

  test('a stored path becomes an absolute URL; foreign URLs and an empty text stay unchanged', () => {
    expect(toPublicUrl(config, `/files/${name}`)).toBe(`https://puente.example/team/files/${name}`)
    expect(toPublicUrl(config, 'https://elsewhere.example/a.png')).toBe('https://elsewhere.example/a.png')
    expect(toPublicUrl(config, '')).toBe('')
  })
})
