import { useEffect } from 'react'
import { realtime } from '../lib/realtime.ts'
import type { Inbox } from './inbox.ts'

/** Loads the list of people and follows who is online, while a list or a conversation is shown. */
export function usePeople(inbox: Inbox) {
  useEffect(() => {
    void inbox.loadPeople()
    realtime.watchPresence(true)
    return () => realtime.watchPresence(false)
  }, [inbox])
}
