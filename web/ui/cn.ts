import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** The tokens of tokens.css; colours need no entry. */
const merge = extendTailwindMerge({
  extend: { theme: { font: ['display'], radius: ['control', 'card'], shadow: ['raised'] } },
})

/** Joins class names; the later of two for the same property wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
