import type { Services } from '../lib/services.ts'
import type { Realtime } from './realtime.ts'

/** Socket.IO on the server's port: who is connected, who receives what. */
export function createRealtime(_services: Omit<Services, 'realtime'>): Realtime {
  return {
    attach: () => {},
    poke: () => {},
    changed: () => {},
    endSignIn: async () => {},
    endUser: async () => {},
    onlineIds: async () => [],
    close: async () => {},
  }
}
