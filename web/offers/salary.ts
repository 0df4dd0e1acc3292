/**
 * Parses a typed amount; null for '' and anything but a number (decision 31). Points and commas
 * before three digits group thousands, as in Spain and elsewhere; others start cents.
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
