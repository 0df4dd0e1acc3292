import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useSyncExternalStore } from 'react'
import { Toaster as Sonner } from 'sonner'

const PHONE = '(width < 40rem)'

/** Loaded by Toaster with the first toast. */
export default function ToastList() {
  // On phones the controls are at the lower edge: Apply, the chat's composer, the buttons of a form.
  const isPhone = useSyncExternalStore(subscribeToPhone, () => window.matchMedia(PHONE).matches)
  return (
    <Sonner
      position={isPhone ? 'top-center' : 'bottom-center'}
      offset={24}
      mobileOffset={{ top: 72, left: 16, right: 16 }}
      closeButton
      duration={5000}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5 text-success" />,
        error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
        warning: <TriangleAlert aria-hidden="true" className="size-5 text-warning" />,
        info: <Info aria-hidden="true" className="size-5 text-blue-ink" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-line bg-raised px-4 py-3 pr-10 text-sm text-text shadow-raised font-sans',
          title: 'font-medium',
          description: 'text-muted',
          closeButton:
            'absolute top-1.5 right-1.5 grid size-8 place-items-center rounded-control text-muted hover:bg-hover [&_svg]:size-4',
          actionButton: 'ml-auto shrink-0 whitespace-nowrap font-medium text-primary underline',
        },
      }}
    />
  )
}

function subscribeToPhone(listener: () => void) {
  const list = window.matchMedia(PHONE)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
