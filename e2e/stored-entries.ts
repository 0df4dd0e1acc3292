import type { BrowserContext } from '@playwright/test'

/** The keys that the policy names, '…' for any ending; the same on every server. */
let names: string[] | undefined

/** The keys in the storage of these browsers that the cookie policy does not name. */
export async function unnamedEntries(contexts: BrowserContext[], baseUrl: string): Promise<string[]> {
  const stored = new Set<string>()
  for (const page of contexts.flatMap((context) => context.pages())) {
    if (!page.url().startsWith(baseUrl)) continue
    const keys = await page
      .evaluate(() => [localStorage, sessionStorage].flatMap(Object.keys))
      .catch(() => [])
    for (const key of keys) stored.add(key)
  }
  if (stored.size === 0) return []
  names ??= await readNames(baseUrl)
  // The test has stopped its server.
  if (!names) return []
  const known = names
  const isNamed = (key: string) =>
    known.some((name) => (name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : key === name))
  return [...stored].filter((key) => !isNamed(key))
}

async function readNames(baseUrl: string): Promise<string[] | undefined> {
  const page = await fetch(`${baseUrl}/legal/cookies`).catch(() => undefined)
  if (!page) return undefined
  return [...(await page.text()).matchAll(/<dt><code[^>]*>([^<]+)<\/code>/g)].map(([, name = '']) => name)
}
