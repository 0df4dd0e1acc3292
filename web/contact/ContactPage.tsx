import { Page } from '../layout/Page.tsx'

export default function ContactPage() {
  return (
    <Page title="Contact">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
