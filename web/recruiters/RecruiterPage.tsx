import { Page } from '../layout/Page.tsx'

export default function RecruiterPage() {
  return (
    <Page title="Recruiter">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
