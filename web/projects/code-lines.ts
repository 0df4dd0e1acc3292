import { parse } from 'sugar-high/core'
import * as css from 'sugar-high/lang/css'
import * as go from 'sugar-high/lang/go'
import * as python from 'sugar-high/lang/python'
import * as rust from 'sugar-high/lang/rust'
import * as shell from 'sugar-high/lang/shell'
import * as sql from 'sugar-high/lang/sql'
import * as typescript from 'sugar-high/lang/typescript'
import * as yaml from 'sugar-high/lang/yaml'

type Token = ReturnType<typeof parse>['lines'][number]['tokens'][number]

/** The tokens of a code section, line by line. */
export function codeLines(code: string): (readonly Token[])[] {
  return parse(code, languageOf(code)).lines.map((line) => line.tokens)
}

const plain = { jsx: false, regex: false, templateStrings: false }

/** Language detection: the first matching sign decides. */
const SIGNS = [
  { sign: /^\s*(?:#!\/bin\/|\$ |(?:sudo|curl|docker|kubectl|npm|git) )/, language: { ...shell, ...plain } },
  {
    sign: /^\s*(?:--.*\s+)*(?:select|insert into|update|delete from|create (?:table|index)|with \w+ as)\b/i,
    language: { ...sql, ...plain },
  },
  {
    sign: /^\s*(?:def \w+\(|class \w+.*:\s*$|from [\w.]+ import |import \w+\s*$|@\w+\s*$)/m,
    language: { ...python, ...plain },
  },
  { sign: /^\s*(?:package \w+|func )/m, language: { ...go, ...plain } },
  { sign: /\b(?:fn \w+|impl|let mut|pub (?:struct|fn|enum))\b/, language: { ...rust, ...plain } },
  {
    sign: /^\s*(?!(?:export|interface|type|class|struct|enum)\b)[.#@:\w][^{};()=]*\{\s*[\w-]+\s*:[^;{]+;/m,
    language: { ...css, ...plain },
  },
  { sign: /^(?:[\w-]+:(?:\s|$)|\s*- \w+)/m, language: { ...yaml, ...plain } },
]

function languageOf(code: string) {
  return SIGNS.find(({ sign }) => sign.test(code))?.language ?? typescript
}
