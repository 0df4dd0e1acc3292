import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: { radius: ['control', 'card'], shadow: ['raised'] },
  },
})

/** Joins class names; where two set the same thing, the later one wins. */
export function cn(...classes: ClassValue[]) {
  return merge(clsx(classes))
}
