import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Job, Timed } from '../clients/calls.ts'
import { CLIENT_CORE, PROJECT, pinned } from './processes.ts'

export type { Timed }

/** A client process on the client core that sends lists of calls and returns their latencies. */
export function startCallClient() {
  const command = pinned(CLIENT_CORE, process.execPath, [join(PROJECT, 'bench/clients/calls.ts')])
  const child = spawn(...command, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    run: async (job: Job): Promise<Timed> => {
      child.stdin.write(`${JSON.stringify(job)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('The client process has exited')
      return JSON.parse(value)
    },
    stop: () => void child.stdin.end(),
  }
}
