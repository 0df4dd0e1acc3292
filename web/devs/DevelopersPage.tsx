import { Page } from '../layout/Page.tsx'

export default function DevelopersPage() {
  return (
    <Page title="Meet Our Developers">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
