import { Page } from '../layout/Page.tsx'

export default function DashboardPage() {
  return (
    <Page title="My Offers">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
