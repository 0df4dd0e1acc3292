import { Page } from '../layout/Page.tsx'

export default function LoginPage() {
  return (
    <Page title="Login">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
