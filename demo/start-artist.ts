import { type ChildProcess, fork } from 'node:child_process'
import { texts } from '#contract/texts.ts'
import { ApiError } from '../server/lib/errors.ts'
import { isBuilt, ownFile } from '../server/lib/own-files.ts'
import type { Services } from '../server/lib/services.ts'
import type { DrawnFiles, FromArtist, ToArtist } from './artist.ts'

const ARTIST = isBuilt ? ownFile('dist/server/artist.cjs') : ownFile('demo/artist.ts')
/** Before it is started again after it has drawn nothing; after the last one it is given up. */
const PAUSES_MS = [1000, 5000, 25_000]

export type Artist = {
  /** Rejects with `ArtistAway` when it is worth another try. */
  draw: (id: string, task: ToArtist['task']) => Promise<DrawnFiles>
  stop: () => void
}

/** The process that draws is not there, and will be started again after a pause: or never, which is Infinity. */
export class ArtistAway extends ApiError {
  readonly pauseMs: number

  constructor(pauseMs: number) {
    super(503, 'UNAVAILABLE', texts.general.unavailable, { retryAfterSeconds: Math.ceil(pauseMs / 1000) })
    this.pauseMs = pauseMs
  }
}

type Waiting = { resolve: (files: DrawnFiles) => void; reject: (error: Error) => void }

/**
 * The process is started by the first file and again by the next one when it has ended: at once after it has drawn
 * something, else after growing pauses and not for ever.
 */
export function startArtist(
  log: Services['log'],
  { script = ARTIST, pausesMs = PAUSES_MS }: { script?: string; pausesMs?: readonly number[] } = {},
): Artist {
  const waiting = new Map<string, Waiting>()
  let child: ChildProcess | undefined
  let isReady = false
  /** Times in a row that it has ended and drawn nothing. */
  let failures = 0
  let notBefore = 0

  function start(): ChildProcess {
    const started = fork(script, [], {
      serialization: 'advanced',
      // None of our secrets.
      env: { VIPS_WARNING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    isReady = false
    started.on('message', (message: FromArtist) => {
      if (message === 'ready') {
        isReady = true
        return
      }
      failures = 0
      waiting.get(message.id)?.resolve(message.files)
      waiting.delete(message.id)
    })
    started.on('error', (error) => end(started, error.message))
    started.on('exit', (code, signal) => end(started, signal ?? `code ${code}`))
    return started
  }

  function end(ended: ChildProcess, reason: string): void {
    if (child !== ended) return
    child = undefined
    ended.kill('SIGKILL')
    const away = pause(reason)
    // What it had in its hands may be what has ended it.
    const error = isReady ? new Error(`The process that draws has ended: ${reason}`) : away
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function pause(reason: string): ArtistAway {
    const pauseMs = pausesMs[failures] ?? Number.POSITIVE_INFINITY
    failures += 1
    notBefore = Date.now() + pauseMs
    if (pauseMs === Number.POSITIVE_INFINITY)
      log.error({ reason, tries: failures }, 'the demo world is left undrawn until the next start')
    return new ArtistAway(pauseMs)
  }

  return {
    draw: (id, task) =>
      new Promise((resolve, reject) => {
        const pauseMs = notBefore - Date.now()
        if (pauseMs > 0) return reject(new ArtistAway(pauseMs))
        child ??= start()
        const asked = child
        waiting.set(id, { resolve, reject })
        asked.send({ id, task } satisfies ToArtist, (error) => error && end(asked, error.message))
      }),
    stop: () => child?.kill('SIGKILL'),
  }
}
