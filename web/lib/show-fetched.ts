import { toast } from '../ui/toast.ts'

/** Shows a thing once it is fetched, for lists that carry only a part of it; a failure becomes a toast. */
export function showFetched<Thing>(fetched: Promise<Thing>, show: (thing: Thing) => void): void {
  fetched.then(show, (error: Error) => toast.error(error.message))
}
