import { Page } from '../layout/Page.tsx'

export default function CookiesPage() {
  return (
    <Page title="Cookie policy">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
