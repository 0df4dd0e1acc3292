import { cva, type VariantProps } from 'class-variance-authority'
import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './Spinner.tsx'

/** Also for links and other elements with the look of a button. */
export const buttonStyles = cva(
  [
    'relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control border',
    'text-center font-medium no-underline transition-colors active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    'pointer-coarse:min-h-11 [&_svg]:size-5 [&_svg]:shrink-0 forced-colors:border-[ButtonText]',
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-primary-ink hover:bg-primary-strong',
        secondary: 'border-transparent bg-secondary text-secondary-ink hover:bg-secondary-strong',
        outline: 'border-control bg-surface text-text hover:border-primary hover:bg-hover',
        ghost: 'border-transparent bg-transparent text-text hover:bg-hover',
        danger: 'border-transparent bg-danger text-danger-ink hover:bg-danger-strong',
      },
      size: {
        sm: 'min-h-9 px-3 text-sm [&_svg]:size-4',
        md: 'min-h-10 px-4 text-sm',
        lg: 'min-h-12 px-6 text-base',
        icon: 'size-10 p-0 pointer-coarse:size-11',
        'icon-sm': 'size-8 p-0 [&_svg]:size-4 pointer-coarse:size-11',
      },
      // Longer texts of other languages wrap.
      full: { true: 'w-full whitespace-normal py-1' },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)

export type ButtonStyle = VariantProps<typeof buttonStyles>

type ButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  ButtonStyle & {
    children?: ReactNode
    /** Shows a spinner and ignores presses but keeps the focus. */
    loading?: boolean | undefined
    /** Rendered instead of a button: `render={<Link to="/" />}`. */
    render?: ReactElement<Record<string, unknown>> | undefined
  }

export function Button({
  variant,
  size,
  full,
  loading = false,
  render,
  className,
  children,
  disabled,
  onClick,
  ...props
}: ButtonProps) {
  const blocked = loading || (render !== undefined && disabled === true)
  const content = (
    <>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size="sm" label="" />
        </span>
      )}
      <span
        className={cn('inline-flex items-center justify-center gap-2', loading && 'hide-delayed opacity-0')}
      >
        {children}
      </span>
    </>
  )
  const shared = {
    ...props,
    className: cn(buttonStyles({ variant, size, full }), className),
    'aria-busy': loading || undefined,
    'aria-disabled': blocked || props['aria-disabled'],
    onClick: blocked ? (event: MouseEvent) => event.preventDefault() : onClick,
  }
  if (!render) {
    return (
      <button type="button" {...shared} disabled={disabled}>
        {content}
      </button>
    )
  }
  return cloneElement(render, { ...shared, ...(blocked && { tabIndex: -1 }) }, content)
}
