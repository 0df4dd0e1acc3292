import { Page } from '../layout/Page.tsx'

export default function EditProjectPage() {
  return (
    <Page title="Edit project already created">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
