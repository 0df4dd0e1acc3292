import { createElement, type SVGProps } from 'react'

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }

/**
 * What the built pages have in place of lucide-react's own (scripts/lighter-packages.ts): the same drawing without
 * the ways to change it that nobody here uses.
 */
export function createIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
