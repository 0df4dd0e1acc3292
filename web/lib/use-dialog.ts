import { useCallback, useState } from 'react'

/**
 * One dialog about changing things: what it is about stays known while it fades out, and `key` makes every
 * opening a fresh one, so that a form begins anew.
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
    onOpenChange: (open: boolean) => setState((last) => last && { ...last, open }),
  }
}
