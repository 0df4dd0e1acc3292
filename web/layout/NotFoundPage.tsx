import { Link, useLocation, useNavigate } from 'react-router'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { NotFoundDrawing } from '../ui/illustrations/NotFoundDrawing.tsx'
import { Page } from './Page.tsx'

/** For unmatched paths and missing content (ROUTE-33 to ROUTE-36). */
export default function NotFoundPage() {
  const navigate = useNavigate()
  const { key } = useLocation()

  function handleBack() {
    const isFirst = key === 'default' || window.history.state?.idx === 0
    // In a new tab there is no page to go back to.
    if (isFirst && window.history.length <= 1) void navigate(paths.home())
    else void navigate(-1)
  }

  return (
    <Page title={m.layout_not_found()} heading={null}>
      <div className="mx-auto flex max-w-md flex-col items-center py-8 text-center">
        <NotFoundDrawing className="mb-8 w-64 max-w-full" />
        <h1 className="text-3xl">{m.layout_not_found()}</h1>
        <p className="mt-3 text-muted">{m.layout_not_found_text()}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Link to={paths.home()} className={buttonStyles()}>
            {m.layout_go_home()}
          </Link>
          <Button variant="outline" onClick={handleBack}>
            {m.layout_go_back()}
          </Button>
        </div>
      </div>
    </Page>
  )
}
