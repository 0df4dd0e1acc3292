import { spawn } from 'node:child_process'
import type { Config } from '../config.ts'
import { programFile } from './program-file.ts'

/** Runs an operator's command in a process of its own, beside this server and on its data. */
export function runOperator({ config }: { config: Config }, ...args: string[]) {
  const { DATA_DIR, DATABASE_URL = '', DATABASE_SCHEMA = '', JWT_SECRET = '', MAIL = '' } = config
  return runCommand({ DATA_DIR, DATABASE_URL, DATABASE_SCHEMA, JWT_SECRET, MAIL }, ...args)
}

/** The same with the given settings. */
export async function runCommand(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [programFile('server/operator.ts'), ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const code = await new Promise((ended) => child.once('close', ended))
  return { code, out: said.out.trim(), err: said.err.trim() }
}
