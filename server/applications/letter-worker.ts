import { parentPort } from 'node:worker_threads'
import { type CoverLetter, makeCoverLetter } from './cover-letter.ts'

/** The thread that lays letters out: some take 200 ms, which nobody else should wait (X1). One at a time. */
parentPort?.on('message', async (letter: CoverLetter) => {
  parentPort?.postMessage(await makeCoverLetter(letter))
})
