import type { BrowserContext } from '@playwright/test'

let named: Promise<string[]> | undefined

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
  named ??= readNames(baseUrl)
  const names = await named
  const isNamed = (key: string) =>
    names.some((name) => (name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : key === name))
  return [...stored].filter((key) => !isNamed(key))
}

async function readNames(baseUrl: string): Promise<string[]> {
  try {
    const html = await (await fetch(`${baseUrl}/legal/cookies`)).text()
    return [...html.matchAll(/<dt><code[^>]*>([^<]+)<\/code>/g)].map(([, name = '']) => name)
  } catch {
    // The test has stopped its server: read after a later one.
    named = undefined
    return ['…']
  }
}
