import { Page } from '../layout/Page.tsx'

export default function SettingsPage() {
  return (
    <Page title="Personal information">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
