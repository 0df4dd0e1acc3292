import { Page } from '../layout/Page.tsx'

export default function RegisterPage() {
  return (
    <Page title="Register">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
