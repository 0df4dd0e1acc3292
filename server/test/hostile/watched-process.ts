// Loaded into a built server by `--import`: responds to each message with the longest pause of the event loop since the one
// before.
import { watchLoop } from '../loop-pauses.ts'

let loop = watchLoop()
process.on('message', () => {
  const longestMs = loop.stop()
  loop = watchLoop()
  process.send?.(longestMs)
})
