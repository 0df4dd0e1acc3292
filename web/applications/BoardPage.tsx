import { Page } from '../layout/Page.tsx'

export default function BoardPage() {
  return (
    <Page title="Applicants">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
