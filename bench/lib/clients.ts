import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Person } from '../clients/device.ts'
import { CLIENT_CORE, PROJECT, pinned } from './processes.ts'

/** Runs a program of `bench/clients` on the core of the clients, and gives what it prints, as JSON. */
export async function runClient(
  program: string,
  given: string[],
  people: readonly Person[],
): Promise<unknown> {
  const client = startClient(program, given, people)
  let output = ''
  for await (const part of client.stdout.setEncoding('utf8')) output += part
  if (output === '') throw new Error(`${program} has measured nothing`)
  return JSON.parse(output)
}

/** The same, while it still runs: what it prints comes line by line. */
export function startClient(program: string, given: string[], people: readonly Person[]) {
  const args = [join(PROJECT, 'bench/clients', program), ...given]
  const child = spawn(...pinned(CLIENT_CORE, process.execPath, args), { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(people))
  return child
}
