import { Page } from '../layout/Page.tsx'

export default function OnboardingPage() {
  return (
    <Page title="Onboarding">
      <p className="text-muted">This page is being built.</p>
    </Page>
  )
}
