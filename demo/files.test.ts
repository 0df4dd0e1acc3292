import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { IMAGE_WIDTHS } from '#contract/uploads.ts'
import { FILES_DIR, sizeOf } from './files.ts'
import { buildWorld } from './world.ts'

const world = buildWorld(new Date())

describe('the committed files', () => {
  const committed = readdirSync(FILES_DIR).flatMap((kind) =>
    readdirSync(join(FILES_DIR, kind)).map((name) => `${kind}/${name}`),
  )

  test('are exactly those that the world uses', () => {
    expect(new Set(world.files.map(({ source }) => source))).toEqual(new Set(committed))
  })

  test.each(committed)('%s has its size and all variants', async (source) => {
    const file = world.files.find((candidate) => candidate.source === source)
    const names = readdirSync(join(FILES_DIR, source))
    const { width, height } = sizeOf(source)
    if (file?.kind === 'pdf') {
      expect(names).toEqual(['full.pdf'])
      return
    }
    const variants = IMAGE_WIDTHS.filter((size) => size < (width ?? 0)).map((size) => `${size}.webp`)
    expect(names.sort()).toEqual([...variants, 'full.webp'].sort())
    for (const name of names) {
      const expected = name === 'full.webp' ? { width, height } : { width: Number.parseInt(name, 10) }
      expect(await sharp(join(FILES_DIR, source, name)).metadata()).toMatchObject({
        format: 'webp',
        ...expected,
      })
    }
  })

  test('stay below 4 MB', () => {
    const bytes = committed
      .flatMap((source) => readdirSync(join(FILES_DIR, source)).map((name) => join(FILES_DIR, source, name)))
      .reduce((sum, path) => sum + statSync(path).size, 0)
    expect(bytes).toBeLessThan(4_000_000)
  })
})
