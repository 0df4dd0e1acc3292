import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { NotFoundDrawing } from '../ui/illustrations/NotFoundDrawing.tsx'
import { Page } from './Page.tsx'

const TITLE = 'Oops! Page Not Found'

/** For unmatched paths and missing content (ROUTE-33 to ROUTE-36). */
export default function NotFoundPage() {
  const navigate = useNavigate()
  const { key } = useLocation()

  function handleBack() {
    // In a new tab there is no page to go back to.
    if (key === 'default' && window.history.length <= 1) void navigate(paths.home())
    else void navigate(-1)
  }

  return (
    <Page title={TITLE} heading={null}>
      <div className="mx-auto flex max-w-md flex-col items-center py-8 text-center">
        <NotFoundDrawing className="mb-8 w-64 max-w-full" />
        <h1 className="text-3xl">{TITLE}</h1>
        <p className="mt-3 text-muted">The page you're looking for doesn't exist or has been moved.</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link to={paths.home()} className={buttonStyles()}>
            Go to Home
          </Link>
          <Button variant="outline" onClick={handleBack}>
            Go Back
          </Button>
        </div>
      </div>
    </Page>
  )
}
