import { Page } from '../layout/Page.tsx'

export default function ProjectPage() {
  return (
    <Page title="Project">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
