import {
  type ChangeEvent,
  type ComponentProps,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field-context.ts'
import { inputStyles } from './TextInput.tsx'

type TextAreaProps = ComponentProps<'textarea'> & {
  /** Grows with its text, up to 20 lines. */
  autoGrow?: boolean | undefined
  /** Shows 'n / max' below. Longer input stays possible, so that a pasted text can be shortened. */
  counterMax?: number | undefined
}

export function TextArea({
  autoGrow = false,
  counterMax,
  className,
  rows = 4,
  onChange,
  ref,
  ...props
}: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => element.current as HTMLTextAreaElement, [])
  const [typedLength, setTypedLength] = useState(String(props.defaultValue ?? '').length)
  const length = props.value === undefined ? typedLength : String(props.value).length

  // React Hook Form writes into the element itself on mount and reset.
  useEffect(() => {
    if (counterMax !== undefined) setTypedLength(element.current?.value.length ?? 0)
  })

  function handleChange(event: ChangeEvent<HTMLTextAreaElement>) {
    setTypedLength(event.target.value.length)
    onChange?.(event)
  }

  const area = (
    <textarea
      {...props}
      {...useFieldControl(props)}
      ref={element}
      rows={rows}
      onChange={handleChange}
      className={cn(
        inputStyles,
        'resize-y',
        autoGrow &&
          'field-sizing-content max-h-[32rem] min-h-[calc(var(--rows)*1.55em+1.125rem)] resize-none',
        className,
      )}
      style={{ '--rows': rows, ...props.style } as React.CSSProperties}
    />
  )
  if (counterMax === undefined) return area
  return (
    <div data-counted>
      {area}
      <p
        className={cn(
          'mt-1.5 text-right text-xs leading-5 tabular-nums',
          length > counterMax ? 'text-danger' : 'text-muted',
        )}
      >
        {`${length} / ${counterMax}`}
      </p>
    </div>
  )
}
