import { useCallback, useState } from 'react'

/**
 * State of a dialog about a changing subject: `about` stays while the dialog fades out, and a new `key` per opening
 * resets its form.
 */
export function useDialog<About>() {
  const [state, setState] = useState<{ about: About; key: number; open: boolean }>()
  return {
    about: state?.about,
    key: state?.key ?? 0,
    open: state?.open ?? false,
    show: useCallback(
      (about: About) => setState((last) => ({ about, key: (last?.key ?? 0) + 1, open: true })),
      [],
    ),
    /** Another subject of the same opening. */
    change: useCallback((about: About) => setState((last) => last && { ...last, about }), []),
    onOpenChange: (open: boolean) => setState((last) => last && { ...last, open }),
  }
}
