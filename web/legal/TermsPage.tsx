import { Page } from '../layout/Page.tsx'

export default function TermsPage() {
  return (
    <Page title="Terms of use">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
