import type { ComponentProps, ReactElement } from 'react'
import { Button } from './Button.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'size' | 'full' | 'children' | 'aria-label'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  /** An icon, usually from lucide. */
  children: ReactElement
  size?: 'sm' | 'md' | undefined
}

export function IconButton({ label, size = 'md', variant = 'ghost', ...props }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      size={size === 'sm' ? 'icon-sm' : 'icon'}
      aria-label={label}
      title={label}
      {...props}
    />
  )
}
