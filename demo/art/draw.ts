import glyphs from './glyphs.json' with { type: 'json' }

/** Small words for writing SVG by hand. Every number is rounded, so that the text is short and the same everywhere. */
export type Attributes = Record<string, string | number | undefined>

export function tag(name: string, attributes: Attributes, children = '') {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? n(value) : value}"`)
    .join('')
  return children === '' ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`
}

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: Attributes = {},
) => tag('rect', { x, y, width, height, fill, ...more })

export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  tag('circle', { cx, cy, r, fill, ...more })

export const ellipse = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  more: Attributes = {},
) => tag('ellipse', { cx, cy, rx, ry, fill, ...more })

export const path = (d: string, fill: string, more: Attributes = {}) => tag('path', { d, fill, ...more })

export const line = (d: string, stroke: string, width: number, more: Attributes = {}) =>
  tag('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

export const group = (attributes: Attributes, ...children: string[]) =>
  tag('g', attributes, children.join(''))

export const polygon = (
  points: readonly (readonly [number, number])[],
  fill: string,
  more: Attributes = {},
) => tag('polygon', { points: points.map(([x, y]) => `${n(x)},${n(y)}`).join(' '), fill, ...more })

/** A smooth line through the points (Catmull-Rom as Bézier curves). */
export function smooth(points: readonly (readonly [number, number])[]) {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0]
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const
    const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const
    d += `C${n(c1[0])} ${n(c1[1])} ${n(c2[0])} ${n(c2[1])} ${n(to[0])} ${n(to[1])}`
  }
  return d
}

/**
 * Text as outlines of Bricolage Grotesque Bold (SIL Open Font License), because a machine without
 * fonts would draw nothing, and one with other fonts something else. Unknown letters are left out.
 */
export function text(
  value: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  options: TextOptions = {},
) {
  const { anchor = 'start', tracking = 0, ...more } = options
  const scale = size / 1000
  const shift = anchor === 'start' ? 0 : textWidth(value, size, tracking) * (anchor === 'middle' ? -0.5 : -1)
  let cursor = 0
  const outlines = [...value].map((letter) => {
    const glyph = glyphOf(letter)
    const at = cursor
    cursor += glyph.advance + tracking
    return glyph.outline === ''
      ? ''
      : tag('path', { d: glyph.outline, transform: at === 0 ? undefined : `translate(${n(at)})` })
  })
  return group(
    { transform: `translate(${n(x + shift)} ${n(y)}) scale(${scale})`, fill, ...more },
    ...outlines,
  )
}

export interface TextOptions {
  anchor?: 'start' | 'middle' | 'end'
  /** Extra space between letters, in thousandths of the size. */
  tracking?: number
  opacity?: number
}

export function textWidth(value: string, size: number, tracking = 0) {
  const units = [...value].reduce((sum, letter) => sum + glyphOf(letter).advance + tracking, -tracking)
  return (units * size) / 1000
}

export const svg = (width: number, height: number, ...children: string[]) =>
  tag(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    children.join(''),
  )

export const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Mixes two hex colours; `share` is the part of the second. */
export function mix(first: string, second: string, share: number) {
  const channel = (color: string, i: number) => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16)
  const mixed = [0, 1, 2].map((i) => Math.round(channel(first, i) * (1 - share) + channel(second, i) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function glyphOf(letter: string) {
  const [advance, outline] = (glyphs as unknown as Record<string, [number, string]>)[letter] ?? [0, '']
  return { advance, outline }
}

const n = (value: number) => String(Math.round(value * 10) / 10)
