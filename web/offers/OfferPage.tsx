import { Page } from '../layout/Page.tsx'

export default function OfferPage() {
  return (
    <Page title="Offer">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
