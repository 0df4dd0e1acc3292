/** Beginnings of words of which each match of an expression has one; undefined if it may have none. */
export type NeededWords = readonly string[] | undefined

/** What a part of an expression needs, and whether a word begins behind it. */
type Part = { needed: NeededWords; isWordNext: boolean }

const TOKEN = /\(\?(?:<?[=!]|:)|\\.|\[(?:\\.|[^\]])*\]|\{[\d,]+\}|./gsu

/**
 * The beginnings of words that an expression of the rules needs: of a sequence those of one word, the longest, and of
 * alternatives those of all. A text without any of them need not be searched, which costs far more.
 */
export function neededWordsOf(source: string): NeededWords {
  const tokens = source.match(TOKEN) ?? []
  let at = 0

  function alternatives(isWordNext: boolean): Part {
    const parts = [sequence(isWordNext)]
    while (tokens[at] === '|') {
      at += 1
      parts.push(sequence(isWordNext))
    }
    const needed = parts.every((part) => part.needed) ? parts.flatMap((part) => part.needed ?? []) : undefined
    return { needed, isWordNext: parts.every((part) => part.isWordNext) }
  }

  function sequence(isWordAtStart: boolean): Part {
    const found: NeededWords[] = []
    /** The letters so far of a word that began here; undefined within another. */
    let word = isWordAtStart ? '' : undefined
    const endWord = (next: string | undefined, last = '') => {
      if (word) found.push([word + last])
      word = next
    }
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at += 1
      if (token === '(' || token.startsWith('(?')) {
        const isLookaround = token !== '(' && token !== '(?:'
        const part = alternatives(!isLookaround && word === '')
        at += 1
        if (isLookaround) continue
        const isNextBefore = word === ''
        const isOptional = skipQuantifier()
        endWord(part.isWordNext && (isNextBefore || !isOptional) ? '' : undefined)
        if (!isOptional) found.push(part.needed)
        continue
      }
      if (token === String.raw`\b`) continue
      const letter = /^[^.]$/.test(token) ? token : undefined
      const isRepeated = QUANTIFIER.test(tokens[at] ?? '')
      const isOptional = skipQuantifier()
      if (letter === ' ' && !isRepeated) endWord('', ' ')
      else if (letter === undefined || isOptional) endWord(undefined)
      else {
        if (word !== undefined) word += letter
        if (isRepeated) endWord(undefined)
      }
    }
    const isWordNext = word === ''
    endWord(undefined)
    return { needed: best(found), isWordNext }
  }

  /** Skips a quantifier, if there is one. True if what it repeats may be absent. */
  function skipQuantifier(): boolean {
    const quantifier = tokens[at] ?? ''
    if (!QUANTIFIER.test(quantifier)) return false
    at += 1
    return /^[?*]|^\{0/.test(quantifier)
  }

  return alternatives(false).needed
}

const QUANTIFIER = /^[?*+]$|^\{/

/** Those of which the shortest is longest: long words are rare. */
const best = (found: readonly NeededWords[]): NeededWords =>
  found.reduce((one, other) => (shortest(other) > shortest(one) ? other : one), undefined)

const shortest = (words: NeededWords): number => (words ? Math.min(...words.map((word) => word.length)) : 0)

/** Of a prefix tree: `sets` have a word that ends here. */
type PrefixNode = { next: Map<string, PrefixNode>; sets: number[] }

export type WordFinder = ReturnType<typeof createWordFinder>

/** Finds, in one pass over a text of single spaces, the sets of needed words of which it has one. */
export function createWordFinder() {
  const root: PrefixNode = { next: new Map(), sets: [] }
  const always: number[] = []
  let count = 0

  function insert(word: string, set: number): void {
    let node = root
    for (const letter of word) {
      const next = node.next.get(letter) ?? { next: new Map(), sets: [] }
      node.next.set(letter, next)
      node = next
    }
    node.sets.push(set)
  }

  return {
    /** Adds a set; returns its number. Undefined is found in every text. */
    add(words: NeededWords): number {
      const set = count
      count += 1
      if (words) for (const word of new Set(words)) insert(word, set)
      else always.push(set)
      return set
    },

    /** The numbers of the sets. */
    find(text: string): Set<number> {
      const found = new Set(always)
      for (let start = text.indexOf(' '); start >= 0; start = text.indexOf(' ', start + 1)) {
        let node: PrefixNode | undefined = root
        for (let at = start + 1; node; at += 1) {
          for (const set of node.sets) found.add(set)
          node = node.next.get(text.charAt(at))
        }
      }
      return found
    },
  }
}
