import { normalise } from '../lib/search-text.ts'

/** Longer than any stored text; the rest is ignored, which bounds the cost. */
const MAX_LENGTH = 8000

/** More sentences than any text of this length has; shorter ones are joined, which bounds the cost. */
const MAX_SENTENCES = 100

/** The separator of two joined sentences: a request, and its object in the next one. */
export const NEXT = '.'

/** Plain words between single spaces, from '<' on; of the punctuation only ',' and a final '?' remain. */
export function sentencesOf(text: string): string[] {
  const parts = unmask(text.slice(0, MAX_LENGTH).replaceAll(/(\p{M}{2})\p{M}+/gu, '$1'))
    .replaceAll(/\b(mr|mrs|ms|dr|sr|sra|srta|dra|ing|lic)\./g, '$1')
    .split(/[.!;\n]+(?=\s|$)|(?<=\?)\s/u)
  return atMost(MAX_SENTENCES, parts)
    .map(
      (sentence) =>
        ` < ${sentence
          .replaceAll(/['’`´]|(?<=\d)[.,](?=\d)/g, '')
          .replaceAll(/[,:()[\]{}"“”«»–—|•*>\n]|\s-\s/gu, ' , ')
          .replaceAll('?', ' ? ')
          .replaceAll('&', ' and ')
          .replaceAll(/([€$£])/gu, ' $1 ')
          .replaceAll(/[^\p{L}\p{N}@,?€$£]+/gu, ' ')
          .trim()} `,
    )
    .filter((sentence) => sentence.length > 5)
    .flatMap((sentence, index, all) => [
      sentence,
      ...(all[index + 1] ? [sentence + NEXT + all[index + 1]] : []),
    ])
}

function atMost(max: number, sentences: string[]): string[] {
  const together = Math.ceil(sentences.length / max)
  if (together <= 1) return sentences
  return Array.from({ length: max }, (_, place) =>
    sentences.slice(place * together, (place + 1) * together).join(', '),
  )
}

/** Lower case and Latin letters, links to messengers and telephone numbers as words, 's p a c e d' words joined. */
function unmask(text: string): string {
  return text
    .split('\n')
    .map(normalise)
    .join('.\n')
    .slice(0, MAX_LENGTH)
    .replaceAll(/[\u0370-\u03ff\u0400-\u0578\u0250-\u02af]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}[ ._*/|·-]{1,2}){3,30}\p{L}(?![\p{L}\p{N}])/gu, (word) =>
      word.replaceAll(/[ ._*/|·-]/g, ''),
    )
    .replaceAll(/(?<=\p{L})[013457$€](?=[013457$€]?\p{L})/gu, (digit) => LETTERS[digit] ?? digit)
    .replaceAll(/(?<=\p{L}{2})[*_·.-](?=\p{L}{2,12}(?:\s|,|$))/gu, ' ')
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .replaceAll(/\b(?:t|telegram)\.me\/|\btg:\/\//g, ' telegramlink ')
    .replaceAll(/\bwa\.me\/|\b(?:api|chat)\.whatsapp\.com\/?|\bwhatsapp:\/\//g, ' whatsapplink ')
    .replaceAll(DATE, ' date ')
    .replaceAll(/\+?\d[\d ()./-]{7,24}\d/g, (digits) => (RANGE.test(digits) ? digits : ' telephonenumber '))
}

const DATE = /(?<![\d./-])(?:\d{1,2}[/.]\d{1,2}[/.]\d{4}|(?:19|20)\d\d-\d\d-\d\d)(?![\d/.-]*\d)/g

/** Of salaries. */
const RANGE = /^\d{1,3}[. ]\d{3} ?[-/] ?\d{1,3}[. ]\d{3}$/

const LETTERS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '€': 'e' }

const LOOK_ALIKES = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
  })
    .concat(
      Object.entries({ і: 'i', ѕ: 's', ј: 'j', ԁ: 'd', α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o' }),
    )
    .concat(
      Object.entries({
        ρ: 'p',
        τ: 't',
        υ: 'u',
        χ: 'x',
        ѡ: 'w',
        п: 'n',
        г: 'r',
        һ: 'h',
        ԝ: 'w',
        ӏ: 'l',
        ѵ: 'v',
        ո: 'n',
        ɡ: 'g',
        ɑ: 'a',
      }),
    ),
)
