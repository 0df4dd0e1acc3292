// `npm run requirements`: the requirements of docs/requirements.md that no test names, by area.
// A test names one by its ID, in a tag or in its title.
import { globSync, readFileSync } from 'node:fs'

const ID = /\b[A-Z]{3,5}-\d{2,3}\b/g

const requirements = new Map(
  [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- ([A-Z]{3,5}-\d{2,3}) (.*)/gm)].map(
    ([, id = '', text = '']) => [id, text],
  ),
)
const named = new Set<string>()
for (const file of globSync('{contract,demo,deploy,e2e,scripts,server,web}/**/*.{test,spec}.{ts,tsx}'))
  for (const [id] of readFileSync(file, 'utf8').matchAll(ID)) named.add(id)

const areaOf = (id: string) => id.split('-')[0] ?? ''
for (const [area, ids] of Map.groupBy(requirements.keys(), areaOf)) {
  const left = ids.filter((id) => !named.has(id))
  console.log(`${area}: ${ids.length - left.length} of ${ids.length} named`)
  for (const id of left) console.log(`  ${id} ${requirements.get(id)}`)
}
const areas = new Set([...requirements.keys()].map(areaOf))
const unknown = [...named].filter((id) => areas.has(areaOf(id)) && !requirements.has(id)).sort()
if (unknown.length > 0) console.log(`Named by tests, but not listed: ${unknown.join(', ')}`)

const left = [...requirements.keys()].filter((id) => !named.has(id))
console.log(`${requirements.size - left.length} of ${requirements.size} requirements are named by a test`)
