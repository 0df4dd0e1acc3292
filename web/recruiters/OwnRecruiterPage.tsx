import { Page } from '../layout/Page.tsx'

export default function OwnRecruiterPage() {
  return (
    <Page title="Recruiter">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
