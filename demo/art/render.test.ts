import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DEMO_DEVELOPER } from '../accounts.ts'
import { renderCv } from '../cv.ts'
import { cvPartsOf } from '../cv-parts.ts'
import { buildWorld } from '../world.ts'
import { HAIR } from './avatar-hair.ts'
import { drawAvatar } from './avatars.ts'
import { drawCover, FAMILY_NAMES } from './covers.ts'
import { range } from './draw.ts'
import { PALETTE_NAMES } from './palettes.ts'
import { renderPicture, renderPortrait } from './render.ts'
import { sizeOf } from './sizes.ts'

const cover = { draw: 'cover', width: 1600, palette: 'river', variant: 0, word: 'Puente', seed: '1' } as const

describe('the pictures of the demo world', () => {
  test.each(FAMILY_NAMES)('the cover %s is 1600 by 1000, small, and has all sizes', async (family) => {
    const { width, height, files } = await renderPicture({ ...cover, family })
    expect([width, height]).toEqual([1600, 1000])
    expect(sizeOf({ ...cover, family })).toEqual({ width, height })
    expect(Object.keys(files).sort()).toEqual(['160.webp', '480.webp', '960.webp', 'full.webp'])
    expect(files['full.webp']?.length).toBeLessThanOrEqual(60_000)
    expect(await sharp(files['480.webp']).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 300,
    })
  })

  test('are drawn from numbers that are numbers, in every family, palette and hair', () => {
    const covers = FAMILY_NAMES.flatMap((family) =>
      PALETTE_NAMES.flatMap((palette) =>
        range(6).map((variant) =>
          drawCover({ family, palette, variant, word: 'Añil', seed: String(variant) }),
        ),
      ),
    )
    const hair = Object.keys(HAIR) as (keyof typeof HAIR)[]
    const avatars = hair.map((style) =>
      drawAvatar({ seed: style, hair: style, hairColor: 'black', skin: 'olive' }),
    )
    expect([...covers, ...avatars].filter((svg) => /NaN|undefined|Infinity/.test(svg))).toEqual([])
    expect(new Set(covers).size).toBe(covers.length)
  })

  test('are the same for the same recipe', async () => {
    const recipe = { ...cover, family: 'maps' } as const
    expect(await renderPicture(recipe)).toEqual(await renderPicture(recipe))
  })

  test('a curriculum is a PDF of its own bytes every time', async () => {
    const world = buildWorld({ seed: 'puente', now: new Date('2026-11-20T10:00:00Z') })
    const lucia = world.developers.find(({ email }) => email === DEMO_DEVELOPER)
    const portrait = await renderPortrait({ seed: 'x', hair: 'bob', hairColor: 'black', skin: 'light' })
    const render = () => renderCv(cvPartsOf(world, lucia?.id ?? ''), portrait)
    const pdf = await render()
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeLessThan(200_000)
    expect(await render()).toEqual(pdf)
  })
})
