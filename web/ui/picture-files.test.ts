import { expect, test } from 'vitest'
import { pictureFiles, smallPicture } from './picture-files.ts'

const own = 'https://puente.example/files/abcdefghijklmnopqrstuv.webp'
const foreign = 'https://pictures.example/cover.webp'

test('our own pictures are offered in every resized width', () => {
  expect(pictureFiles(own)).toEqual({
    src: `${own}?w=960`,
    srcSet: `${own}?w=160 160w, ${own}?w=480 480w, ${own}?w=960 960w, ${own} 2000w`,
  })
})

test('pictures of other hosts stay unchanged', () => {
  expect(pictureFiles(foreign)).toEqual({ src: foreign })
  expect(smallPicture(foreign, 40)).toBe(foreign)
})

test.each([
  [40, '?w=160'],
  [80, '?w=160'],
  [128, '?w=480'],
  [600, ''],
])('a box of %i px uses the file %j', (pixels, query) => {
  expect(smallPicture(own, pixels)).toBe(own + query)
})
