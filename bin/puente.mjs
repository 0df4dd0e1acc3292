#!/usr/bin/env node
// The one command of operators, the same in a checkout, a release and the container. It installs and builds nothing: a
// package that is replaced under a running server ends it. Imports only Node's own modules, runs on Node 20 or newer.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pinnedMajor, pinnedNodePath, run } from './cli.mjs'
import { loadSettings, ownerProblem } from './settings.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)
const isStart = args[0] === 'start' && args.length === 1
const isHelp = [undefined, 'help'].includes(args[0]) || args.some((arg) => arg === '--help' || arg === '-h')
const program = join(root, 'dist', 'server', isStart ? 'main.cjs' : 'operator.cjs')
const neededMajor = pinnedMajor(root)

if (!existsSync(program)) {
  fail(`Puente is not built in ${root}. Run \`npm run build\` there, or use a release.`)
} else if (process.versions.node.startsWith(`${neededMajor}.`)) {
  await runHere()
} else if (existsSync(pinnedNodePath(root))) {
  process.exitCode = await run(pinnedNodePath(root), [fileURLToPath(import.meta.url), ...args], {})
} else {
  fail(`This is Node ${process.versions.node}: Puente needs Node ${neededMajor}.`)
}

async function runHere() {
  const given = process.env.DATA_DIR
  // Settings and data outlive a release, so they are beside its folder.
  const home = existsSync(join(root, 'release.json')) ? dirname(root) : root
  const unreadable = isHelp ? undefined : loadSettings(join(home, '.env'))
  if (unreadable) return fail(unreadable)
  process.env.NODE_ENV ||= 'production'
  // A relative folder in `.env` is relative to that file, one in the environment to the working directory.
  if (!given) process.env.DATA_DIR = resolve(home, process.env.DATA_DIR || 'data')
  const problem = isHelp ? undefined : ownerProblem(process.env.DATA_DIR ?? '')
  if (problem) return fail(problem)
  process.argv.splice(1, process.argv.length, program, ...(isStart ? [] : args))
  await import(pathToFileURL(program).href)
}

/** @param {string} reason */
function fail(reason) {
  console.error(`puente: ${reason}`)
  process.exitCode = 1
}
