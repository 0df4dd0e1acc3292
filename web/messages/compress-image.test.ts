import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import { MEBIBYTE } from '#contract/uploads.ts'
import { compressImage } from './compress-image.ts'

// jsdom has no workers, so its address is not needed.
vi.mock('browser-image-compression/dist/browser-image-compression.js?url', () => ({ default: '/worker.js' }))

const options = { onProgress: () => {}, signal: new AbortController().signal }

afterEach(() => vi.unstubAllGlobals())

test('a value that is not a file and a file that is not an image are refused with the quoted texts', {
  tags: ['ERR-58', 'ERR-59'],
}, async () => {
  const nothing = {} as File
  await expect(compressImage(nothing, options)).rejects.toThrow(
    'The file given is not an instance of Blob or File',
  )
  const notes = new File(['Notes'], 'notes.txt', { type: 'text/plain' })
  await expect(compressImage(notes, options)).rejects.toThrow('The file given is not an image')
})

test('10 rounds of 5 % less quality, and a refusal when that is not enough (decision 46)', {
  tags: ['CONST-13', 'CONST-14', 'VAL-67'],
}, async () => {
  const canvas = stubCanvas({ bytes: 3 * MEBIBYTE })
  const photo = new File([new Uint8Array(4 * MEBIBYTE)], 'photo.jpg', { type: 'image/jpeg' })
  await expect(compressImage(photo, options)).rejects.toThrow('The image must be smaller than 1MB.')
  const qualities = canvas.drawn.map(({ quality }) => quality.toFixed(4))
  expect(qualities).toEqual(Array.from({ length: 11 }, (_, round) => (0.95 ** round).toFixed(4)))
  expect(canvas.drawn[0]).toMatchObject({ width: 800, height: 600 })
})

test('an image that is small enough is not compressed', async () => {
  const canvas = stubCanvas({ bytes: 1000 })
  const photo = new File([new Uint8Array(2000)], 'photo.jpg', { type: 'image/jpeg' })
  expect(await compressImage(photo, options)).toMatch(/^data:image\/jpeg;base64,/)
  expect(canvas.drawn).toHaveLength(1)
})

// Its png rounds cannot be observed from outside: the source of the pinned version is checked instead.
test('png loses 15 % in each round', { tags: ['CONST-14', 'CONST-15'] }, () => {
  const code = readFileSync(createRequire(import.meta.url).resolve('browser-image-compression'), 'utf8')
  expect(code).toMatch(/\*="image\/png"===\w+\?\.85:\.95/)
})

/** An image of 1600 × 1200 px, and a canvas whose files always have this size. */
function stubCanvas({ bytes }: { bytes: number }) {
  const drawn: { width: number; height: number; quality: number }[] = []
  class Canvas {
    width: number
    height: number

    constructor(width: number, height: number) {
      this.width = width
      this.height = height
    }

    getContext() {
      return { drawImage: () => {}, fillRect: () => {}, transform: () => {} }
    }

    async convertToBlob({ type, quality }: { type: string; quality: number }) {
      // The library first tries how the browser rotates images, on one of 1 × 2 px.
      if (this.width > 2) drawn.push({ width: this.width, height: this.height, quality })
      return new Blob([new Uint8Array(bytes)], { type })
    }
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal('createImageBitmap', async (file: Blob) =>
    file.size < 1000 ? { width: 2, height: 1 } : { width: 1600, height: 1200 },
  )
  return { drawn }
}
