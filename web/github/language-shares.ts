export type LanguageShare = { name: string; percent: string; width: number }

/** The percentage of bytes by language, one decimal, the largest first (decision 41). */
export function languageShares(languages: Record<string, number>): LanguageShare[] {
  const all = Object.values(languages).reduce((sum, bytes) => sum + bytes, 0)
  if (all === 0) return []
  return Object.entries(languages)
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => {
      const width = (bytes / all) * 100
      return { name, width, percent: `${width.toFixed(1)}%` }
    })
}
