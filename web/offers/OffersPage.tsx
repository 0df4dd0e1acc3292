import { Page } from '../layout/Page.tsx'

export default function OffersPage() {
  return (
    <Page title="Your Next Tech Career Starts Here">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
