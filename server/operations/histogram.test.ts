import { Registry } from '@prometheus-io/client'
import { expect, test } from 'vitest'
import { createHistogram } from './histogram.ts'

test('a histogram counts each value in its bucket and in all above, by its labels, and sums them up', async () => {
  const registry = new Registry()
  const settings = { name: 'waits', help: 'Waits.', labelNames: ['kind'], buckets: [0.5, 2], registry }
  const { labels } = createHistogram(settings)
  const short = labels('short')
  for (const value of [0.25, 0.5, 1]) short.observe(value)
  labels('short').observe(4)
  labels('say "long"').observe(8)
  expect((await registry.metrics()).trim().split('\n')).toEqual([
    '# HELP waits Waits.',
    '# TYPE waits histogram',
    'waits_bucket{le="0.5",kind="short"} 2',
    'waits_bucket{le="2",kind="short"} 3',
    'waits_bucket{le="+Inf",kind="short"} 4',
    'waits_sum{kind="short"} 5.75',
    'waits_count{kind="short"} 4',
    'waits_bucket{le="0.5",kind="say \\"long\\""} 0',
    'waits_bucket{le="2",kind="say \\"long\\""} 0',
    'waits_bucket{le="+Inf",kind="say \\"long\\""} 1',
    'waits_sum{kind="say \\"long\\""} 8',
    'waits_count{kind="say \\"long\\""} 1',
  ])
})
