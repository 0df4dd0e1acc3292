import { m } from '#contract/texts.ts'
import type { CoverLetter } from './cover-letter.ts'

/** `attachment` with a plain ASCII name and the full one beside it (O5). */
export function dispositionOf({ name, surname }: Pick<CoverLetter, 'name' | 'surname'>): string {
  const words = `${name} ${surname}`.trim().toLowerCase()
  const plain = words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const full = words.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-').replaceAll(/^-+|-+$/g, '')
  const named = (part: string) => `${[m.applications_letter_file(), part].filter(Boolean).join('-')}.pdf`
  return `attachment; filename="${named(plain)}"; filename*=UTF-8''${encodeURIComponent(named(full))}`
}
