import { Page } from '../layout/Page.tsx'

export default function ProfilePage() {
  return (
    <Page title="Profile">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
