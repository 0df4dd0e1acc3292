import { createContext, useContext } from 'react'
import { PRODUCT } from '#contract/product.ts'

export type DocumentHeadProps = {
  /** The page title, without the product name. */
  title: string
  /** For search engines and link previews. */
  description?: string | undefined
}

/** Collects the head of a page that the server renders; in the browser React writes the title. */
export const HeadCollector = createContext<((head: DocumentHeadProps) => void) | undefined>(undefined)

/** Title of the document, and on the server its description, which has no use in the browser. */
export function DocumentHead({ title, description }: DocumentHeadProps) {
  const collect = useContext(HeadCollector)
  if (!collect) return <title>{documentTitle(title)}</title>
  collect({ title, description })
  return null
}

/** The title of the browser's tab. */
export const documentTitle = (title: string) => `${title} · ${PRODUCT.name}`
