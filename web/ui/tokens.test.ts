import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const tints = ['blue', 'purple', 'yellow', 'green', 'red', 'neutral']
const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover']
const softs = ['primary-soft', 'secondary-soft', 'danger-soft', 'success-soft', 'warning-soft']

const textPairs = [
  ...pairs(['text', 'muted'], grounds),
  ...pairs(['primary', 'primary-strong', 'secondary', 'danger'], ['bg', 'surface', 'raised', 'hover']),
  ...pairs(['success', 'warning'], ['bg', 'surface', 'raised']),
  ...pairs(['text'], [...softs, ...tints.map((tint) => `${tint}-bg`)]),
  ...pairs(['muted'], ['primary-soft', 'secondary-soft']),
  ...['primary', 'secondary', 'danger'].flatMap((tone) => pairs([`${tone}-ink`], [tone, `${tone}-strong`])),
  ...['primary', 'secondary', 'danger', 'success', 'warning'].flatMap((tone) =>
    pairs([tone], [`${tone}-soft`]),
  ),
  ...tints.flatMap((tint) => pairs([`${tint}-ink`], [`${tint}-bg`])),
  ...pairs(['bg'], ['text']),
]

const controlPairs = [
  ...pairs(['control', 'focus', 'primary', 'secondary', 'danger'], ['bg', 'surface', 'raised', 'sunken']),
  ...pairs(['focus', 'primary'], ['primary-soft', 'neutral-bg']),
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test.each(textPairs)('%s on %s can be read (4.5:1)', (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(controlPairs)('%s stands out from %s (3:1)', (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

function pairs(inks: string[], on: string[]) {
  return inks.flatMap((ink) => on.map((ground): [string, string] => [ink, ground]))
}

function colour(name: string, theme: 'light' | 'dark'): string {
  const value = new RegExp(`^ {2}--${name}: (.+);$`, 'm').exec(css)?.[1] ?? ''
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return colour(other, theme)
  const both = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/i.exec(value)
  const hex = both?.[theme === 'light' ? 1 : 2]
  if (!hex) throw new Error(`--${name} is no pair of colours: '${value}'`)
  return hex
}

/** The contrast ratio of WCAG 2. */
function contrast(one: string, two: string) {
  const [a, b] = [luminance(one), luminance(two)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
