import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'

type LegalPageProps = {
  title: string
  description: string
  /** On a page without legal effect the draft notice is unobtrusive and comes last. */
  isBinding?: boolean
  children: ReactNode
}

/** A page of plain text: `h2`, `p` and lists. */
export function LegalPage({ title, description, isBinding = true, children }: LegalPageProps) {
  return (
    <Page title={title} description={description} width="prose">
      {isBinding && (
        <p className="mb-8 rounded-card border border-warning/25 bg-warning-soft px-4 py-3 text-sm">
          <strong className="text-warning">{m.legal_draft()}</strong> {m.legal_draft_binding()}
        </p>
      )}
      <div className="grid gap-4 [&_h2]:mt-6 [&_h2]:text-xl [&_li]:ml-5 [&_li]:list-disc">{children}</div>
      {!isBinding && (
        <p className="mt-12 border-line border-t pt-4 text-muted text-sm">
          <strong className="font-medium">{m.legal_draft()}</strong> {m.legal_draft_note()}
        </p>
      )}
    </Page>
  )
}

/** For a part of a sentence. */
export const linkTo = (path: string) => (words: string) => (
  <Link to={path} className="text-link">
    {words}
  </Link>
)

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link">
      {address}
    </a>
  )
}
