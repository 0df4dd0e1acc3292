import type { ReactNode } from 'react'
import { PRODUCT } from '#contract/product.ts'

type PageProps = {
  /** Of the document, and the heading unless `heading` says otherwise. */
  title: string
  /** The heading in another form (a quoted Spanish text in <Es>), or null when the page brings its own h1. */
  heading?: ReactNode
  subtitle?: ReactNode
  /** For search engines and link previews. */
  description?: string | undefined
  /** On the right of the heading. */
  actions?: ReactNode
  /** 'page' 1200 px, 'form' for one column of fields, 'prose' for reading, 'full' without any frame. */
  width?: 'page' | 'form' | 'prose' | 'full' | undefined
  children: ReactNode
}

/** So much of a description search engines show. */
const SUMMARY_LENGTH = 160

/** Of the browser's tab. */
export const documentTitle = (title: string) => `${title} · ${PRODUCT.name}`

const widths = { page: undefined, form: 'mx-auto max-w-lg', prose: 'mx-auto max-w-prose' }

/** The frame of every screen: document title, heading, width. */
export function Page({
  title,
  heading = title,
  subtitle,
  description,
  actions,
  width = 'page',
  children,
}: PageProps) {
  const content = (
    <>
      <title>{documentTitle(title)}</title>
      {description && (
        <meta name="description" content={description.slice(0, SUMMARY_LENGTH).replaceAll(/\s+/g, ' ')} />
      )}
      {heading !== null && (
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 md:mb-8">
          <div className="min-w-0">
            <h1 className="text-3xl md:text-4xl">{heading}</h1>
            {subtitle && <p className="mt-2 max-w-prose text-lg text-muted">{subtitle}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
      )}
      {children}
    </>
  )
  if (width === 'full') return content
  return (
    <div className="page-width py-8 md:py-12">
      <div className={widths[width]}>{content}</div>
    </div>
  )
}
