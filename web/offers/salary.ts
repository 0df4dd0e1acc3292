/**
 * An amount out of what was typed, or null for nothing and for what is no number (decision 31). Points and commas
 * before three digits group thousands, as Spain and others write them; other ones begin cents.
 */
export function parseAmount(typed: string): number | null {
  const plain = typed.replaceAll(/[\s€]/g, '').replaceAll(/[.,](?=\d{3}(?!\d))/g, '')
  return /^\d+([.,]\d*)?$/.test(plain) ? Number(plain.replace(',', '.')) : null
}

/** The same in whole euros. */
export function parseSalary(typed: string): number | null {
  const amount = parseAmount(typed)
  return amount === null ? null : Math.round(amount)
}
