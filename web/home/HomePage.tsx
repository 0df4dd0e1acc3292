import { Page } from '../layout/Page.tsx'

export default function HomePage() {
  return (
    <Page title="Home">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
