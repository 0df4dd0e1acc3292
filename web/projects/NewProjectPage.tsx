import { Page } from '../layout/Page.tsx'
import { Es } from '../ui/Es.tsx'

export default function NewProjectPage() {
  return (
    <Page title="Crear nuevo proyecto" heading={<Es>Crear nuevo proyecto</Es>}>
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
