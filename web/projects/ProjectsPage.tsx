import { Page } from '../layout/Page.tsx'

export default function ProjectsPage() {
  return (
    <Page title="Explore Projects">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
