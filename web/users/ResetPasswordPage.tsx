import { Page } from '../layout/Page.tsx'

export default function ResetPasswordPage() {
  return (
    <Page title="Reset password">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
