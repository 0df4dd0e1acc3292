import { toast } from '../ui/toast.ts'

/** Fetches and shows a whole thing, for lists with excerpts; a failure becomes a toast. */
export function showFetched<Thing>(fetched: Promise<Thing>, show: (thing: Thing) => void): void {
  fetched.then(show, (error: Error) => toast.error(error.message))
}
