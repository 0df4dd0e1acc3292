import { parse } from 'sugar-high/core'
import * as c from 'sugar-high/lang/c'
import * as cpp from 'sugar-high/lang/cpp'
import * as csharp from 'sugar-high/lang/csharp'
import * as css from 'sugar-high/lang/css'
import * as go from 'sugar-high/lang/go'
import * as hcl from 'sugar-high/lang/hcl'
import * as java from 'sugar-high/lang/java'
import * as json from 'sugar-high/lang/json'
import * as kotlin from 'sugar-high/lang/kotlin'
import * as php from 'sugar-high/lang/php'
import * as python from 'sugar-high/lang/python'
import * as ruby from 'sugar-high/lang/ruby'
import * as rust from 'sugar-high/lang/rust'
import * as shell from 'sugar-high/lang/shell'
import * as sql from 'sugar-high/lang/sql'
import * as swift from 'sugar-high/lang/swift'
import * as typescript from 'sugar-high/lang/typescript'
import * as yaml from 'sugar-high/lang/yaml'
import type { CodeLanguage } from '#contract/projects.ts'

type Token = ReturnType<typeof parse>['lines'][number]['tokens'][number]

/** The tokens of a code section, line by line; without the name of a known language by what it looks like. */
export function codeLines(code: string, language = ''): (readonly Token[])[] {
  return parse(code, GRAMMARS.get(language) ?? languageOf(code)).lines.map((line) => line.tokens)
}

const plain = { jsx: false, regex: false, templateStrings: false }

type Grammar = Parameters<typeof parse>[1]

const GRAMMARS = new Map<string, Grammar>(
  Object.entries({
    Bash: { ...shell, ...plain },
    C: { ...c, ...plain },
    'C#': { ...csharp, ...plain },
    'C++': { ...cpp, ...plain },
    CSS: { ...css, ...plain },
    // There is no grammar of its own: these have the same marks for comments, texts and most keywords.
    Dart: { ...java, ...plain },
    Elixir: { ...ruby, ...plain },
    Go: { ...go, ...plain },
    // As JSX.
    HTML: typescript,
    Java: { ...java, ...plain },
    JavaScript: typescript,
    JSON: { ...json, ...plain },
    Kotlin: { ...kotlin, ...plain },
    PHP: { ...php, ...plain },
    Python: { ...python, ...plain },
    Ruby: { ...ruby, ...plain },
    Rust: { ...rust, ...plain },
    SQL: { ...sql, ...plain },
    Swift: { ...swift, ...plain },
    Terraform: { ...hcl, ...plain },
    TypeScript: typescript,
    YAML: { ...yaml, ...plain },
  } satisfies Record<CodeLanguage, Grammar>),
)

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
