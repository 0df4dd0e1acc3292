import { parentPort } from 'node:worker_threads'
import { configureLocale, type Locale } from '#contract/locale.ts'
import { type CoverLetter, makeCoverLetter } from './cover-letter.ts'

export type LetterJob = { letter: CoverLetter; locale: Locale }

/** The thread that lays letters out: some take 200 ms, too long for the event loop (X1). One at a time. */
parentPort?.on('message', async ({ letter, locale }: LetterJob) => {
  configureLocale(() => locale)
  parentPort?.postMessage(await makeCoverLetter(letter))
})
