import type { ExternalToast } from 'sonner'

type Kind = 'success' | 'error' | 'info' | 'warning' | 'message'

let isShown = false
const listeners = new Set<() => void>()

/** The library is loaded with the first toast. */
export const toast = {
  success: (text: string, options?: ExternalToast) => show('success', text, options),
  /** A repeated error is one toast; with an `id`, a later success with the same thing replaces or dismisses it. */
  error: (text: string, options?: ExternalToast) => show('error', text, { id: text, ...options }),
  info: (text: string, options?: ExternalToast) => show('info', text, options),
  warning: (text: string, options?: ExternalToast) => show('warning', text, options),
  message: (text: string, options?: ExternalToast) => show('message', text, options),
  dismiss: (id: number | string) => {
    if (isShown) import('sonner').then((sonner) => sonner.toast.dismiss(id)).catch(() => undefined)
  },
}

/** For Toaster: whether any toast was shown yet. */
export const firstToast = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isShown: () => isShown,
  isShownOnServer: () => false,
}

function show(kind: Kind, text: string, options?: ExternalToast) {
  isShown = true
  for (const listener of listeners) listener()
  import('sonner').then(
    (sonner) => {
      sonner.toast[kind](text, options)
    },
    (error: unknown) => console.error(text, error),
  )
}
