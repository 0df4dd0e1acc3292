import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Person } from '../clients/device.ts'
import { CLIENT_CORE, PROJECT, pinned } from './processes.ts'

/** Runs a program of `bench/clients` on the client core and parses its output as JSON. */
export async function runClient(
  program: string,
  args: string[],
  people: readonly Person[],
): Promise<unknown> {
  const client = startClient(program, args, people)
  let output = ''
  for await (const part of client.stdout.setEncoding('utf8')) output += part
  if (output === '') throw new Error(`${program} printed nothing`)
  return JSON.parse(output)
}

/** Starts a program of `bench/clients`; its output can be read line by line. */
export function startClient(program: string, args: string[], people: readonly Person[]) {
  const command = [join(PROJECT, 'bench/clients', program), ...args]
  const child = spawn(...pinned(CLIENT_CORE, process.execPath, command), {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(people))
  return child
}
