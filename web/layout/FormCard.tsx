import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { Page } from './Page.tsx'

type FormCardProps = {
  title: string
  subtitle?: ReactNode
  description?: string | undefined
  children: ReactNode
  /** Below the card: the link to the sibling page. */
  footer?: ReactNode
}

/** The frame of pages with one small form: login, register, reset. */
export function FormCard({ title, subtitle, description, children, footer }: FormCardProps) {
  return (
    <Page title={title} heading={null} description={description}>
      <div className="mx-auto w-full max-w-md">
        <div className="mb-6 text-center">
          <h1 className="text-3xl">{title}</h1>
          {subtitle && <p className="mt-2 text-muted">{subtitle}</p>}
        </div>
        <Card padding="lg">{children}</Card>
        {footer && <p className="mt-6 text-center text-sm">{footer}</p>}
      </div>
    </Page>
  )
}
