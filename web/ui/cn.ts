import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** The tokens of tokens.css; colours need no entry. */
const merge = extendTailwindMerge({
  extend: { theme: { font: ['display'], radius: ['control', 'card'], shadow: ['raised'] } },
})

/** Joins class names; of two for the same property the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
