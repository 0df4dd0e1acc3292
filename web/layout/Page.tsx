import type { ReactNode } from 'react'
import { DocumentHead } from './DocumentHead.tsx'

type PageProps = {
  /** Of the document, and the heading unless `heading` replaces it. */
  title: string
  /** The heading in another form (a quoted Spanish text in <Es>), or null for a page with its own h1. */
  heading?: ReactNode
  subtitle?: ReactNode
  /** For search engines and link previews. */
  description?: string | undefined
  /** The way back, above the heading. */
  above?: ReactNode
  /** Right of the heading. */
  actions?: ReactNode
  /** 'page' 1200 px, 'form' for one column of fields, 'prose' for reading, 'full' without any frame. */
  width?: 'page' | 'form' | 'prose' | 'full' | undefined
  children: ReactNode
}

const widths = { page: undefined, form: 'mx-auto max-w-lg', prose: 'mx-auto max-w-prose' }

/** The frame of every screen: document title, heading, width. */
export function Page({
  title,
  heading = title,
  subtitle,
  description,
  above,
  actions,
  width = 'page',
  children,
}: PageProps) {
  const content = (
    <>
      <DocumentHead title={title} description={description} />
      {above}
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
