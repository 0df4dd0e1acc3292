/**
 * Which class names set the same thing, for cn.ts: what a caller overrides on our parts. A name that is not here is
 * never dropped.
 */
type Values = readonly (string | ((value: string) => boolean))[]
export type ClassGroups = Record<string, readonly (string | Record<string, Values>)[]>

const any = () => true
const isWidth = (value: string) => /^(\d|\[\d)/.test(value)
const isFlexValue = (value: string) => /^(\d|\[|auto$|initial$|none$)/.test(value)

const sides = ['x', 'y', 't', 'r', 'b', 'l', 's', 'e']
const corners = ['t', 'r', 'b', 'l', 's', 'e', 'tl', 'tr', 'bl', 'br']
const fontSizes = ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', isWidth]

export const classGroups: ClassGroups = {
  display: [
    'block',
    'inline-block',
    'inline',
    'flex',
    'inline-flex',
    'grid',
    'inline-grid',
    'contents',
    'hidden',
  ],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible'],
  'sr-only': ['sr-only', 'not-sr-only'],
  ...prefixes('inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left', 'z', 'order'),
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['wrap', 'wrap-reverse', 'nowrap'] }],
  flex: [{ flex: [isFlexValue] }],
  grow: ['grow', { grow: [any] }],
  shrink: ['shrink', { shrink: [any] }],
  ...prefixes('basis', 'grid-cols', 'grid-rows', 'col', 'row', 'gap', 'gap-x', 'gap-y'),
  ...prefixes('justify', 'items', 'self', 'content', 'place-items', 'place-content'),
  ...prefixes('p', ...sides.map((side) => `p${side}`), 'm', ...sides.map((side) => `m${side}`)),
  ...prefixes('size', 'w', 'h', 'min-w', 'max-w', 'min-h', 'max-h', 'aspect', 'object'),
  'font-size': [{ text: fontSizes }],
  'text-align': [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-color': [{ text: [any] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold', 'extrabold'] }],
  'font-family': [{ font: ['sans', 'display', 'mono'] }],
  'text-decoration': ['underline', 'no-underline', 'line-through'],
  ...prefixes('leading', 'tracking', 'whitespace', 'overflow', 'overflow-x', 'overflow-y', 'line-clamp'),
  rounded: ['rounded', { rounded: [any] }],
  ...Object.fromEntries(
    corners.map((corner) => [`rounded-${corner}`, [`rounded-${corner}`, { [`rounded-${corner}`]: [any] }]]),
  ),
  'border-width': ['border', { border: [isWidth] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  ...Object.fromEntries(
    sides.map((side) => [`border-width-${side}`, [`border-${side}`, { [`border-${side}`]: [isWidth] }]]),
  ),
  'border-color': [{ border: [any] }],
  ...Object.fromEntries(sides.map((side) => [`border-color-${side}`, [{ [`border-${side}`]: [any] }]])),
  ...prefixes('bg', 'shadow', 'opacity', 'translate-x', 'translate-y', 'scale', 'rotate'),
  transition: ['transition', { transition: [any] }],
  ...prefixes('duration', 'animate', 'cursor', 'pointer-events', 'select', 'resize'),
}

/** What a wider name takes with it: `p-0` after `px-4` leaves no `px-4`. */
export const conflictingClassGroups: Record<string, readonly string[]> = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  size: ['w', 'h'],
  'font-size': ['leading'],
  p: sides.map((side) => `p${side}`),
  px: ['pr', 'pl', 'ps', 'pe'],
  py: ['pt', 'pb'],
  m: sides.map((side) => `m${side}`),
  mx: ['mr', 'ml', 'ms', 'me'],
  my: ['mt', 'mb'],
  rounded: corners.map((corner) => `rounded-${corner}`),
  'rounded-t': ['rounded-tl', 'rounded-tr'],
  'rounded-b': ['rounded-bl', 'rounded-br'],
  'border-width': sides.map((side) => `border-width-${side}`),
  'border-color': sides.map((side) => `border-color-${side}`),
}

function prefixes(...names: string[]): ClassGroups {
  return Object.fromEntries(names.map((name) => [name, [{ [name]: [any] }]]))
}
