import LoaderCircle from 'lucide-react/icons/loader-circle'
import { cn } from './cn.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type SpinnerProps = {
  /** For screen readers; with an empty label the spinner is decoration. */
  label?: string | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
}

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-10' }

export function Spinner({ label = 'Loading...', size = 'md' }: SpinnerProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      className={cn('show-delayed inline-flex', label && 'text-primary')}
    >
      <LoaderCircle aria-hidden="true" strokeWidth={2} className={cn('animate-spin', sizes[size])} />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
