import { Page } from '../layout/Page.tsx'

export default function PrivacyPage() {
  return (
    <Page title="Privacy policy">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
