import { Page } from '../layout/Page.tsx'

export default function AboutPage() {
  return (
    <Page title="About us">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
