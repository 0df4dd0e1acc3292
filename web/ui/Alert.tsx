import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type AlertProps = {
  tone?: 'info' | 'success' | 'danger' | undefined
  heading?: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

const tones = {
  info: { icon: Info, box: 'border-blue-ink/25 bg-blue-bg', ink: 'text-blue-ink' },
  success: { icon: CircleCheck, box: 'border-success/25 bg-success-soft', ink: 'text-success' },
  danger: { icon: CircleAlert, box: 'border-danger/25 bg-danger-soft', ink: 'text-danger' },
}

/** A message in the page, announced at once. */
export function Alert({ tone = 'info', heading, children, action, className }: AlertProps) {
  const { icon: Icon, box, ink } = tones[tone]
  return (
    <div
      role="alert"
      className={cn('flex items-start gap-3 rounded-card border px-4 py-3 text-sm', box, className)}
    >
      <Icon aria-hidden="true" className={cn('size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        {heading && <p className={cn('font-semibold', ink)}>{heading}</p>}
        {children && <div className="text-text">{children}</div>}
      </div>
      {action}
    </div>
  )
}
