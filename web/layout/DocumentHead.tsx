import { createContext, useContext } from 'react'
import { PRODUCT } from '#contract/product.ts'

export type DocumentHeadProps = {
  /** Of the page, without the name of the product. */
  title: string
  /** For search engines and link previews. */
  description?: string | undefined
}

/** Collects the head of a page that the server renders. Without one, as in the browser, React writes it. */
export const HeadCollector = createContext<((head: DocumentHeadProps) => void) | undefined>(undefined)

/** Search engines show no more of a description. */
const SUMMARY_LENGTH = 160

/** Title and description of the document. */
export function DocumentHead({ title, description }: DocumentHeadProps) {
  const collect = useContext(HeadCollector)
  const summary = description?.slice(0, SUMMARY_LENGTH).replaceAll(/\s+/g, ' ')
  if (collect) {
    collect({ title, description: summary })
    return null
  }
  return (
    <>
      <title>{documentTitle(title)}</title>
      {summary && <meta name="description" content={summary} />}
    </>
  )
}

/** Of the browser's tab. */
export const documentTitle = (title: string) => `${title} · ${PRODUCT.name}`
