// biome-ignore-all lint/suspicious/noExplicitAny: the nodes of the syntax tree, read by their names
// Part of `npm run check`: the catalogues agree with each other and with the code, and code contains no interface texts.
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { LANGUAGES } from '../contract/locale.ts'

type Message = string | { declarations?: string[]; match: Record<string, string> }[]
type Catalogue = Record<string, Message>

/** Properties with interface or screen-reader texts. */
const TEXT_PROPS = new Set(
  `alt aria-label aria-description aria-roledescription ariaLabel title placeholder label heading text hint description
   message caption empty emptyTitle emptyHint help subtitle submitLabel things confirm confirmLabel action tooltip summary`.split(
    /\s+/,
  ),
)

/** Calls whose arguments are interface or screen-reader texts. */
const TEXT_CALLS =
  /^(toast(\.\w+)?|set\w*(Error|Message|Failure|Note|Status)|announce|conflict|badRequest|unavailable|invalid)$/

/**
 * English by design: texts for operators (commands, the start, metrics, the description of the API), names of techniques,
 * and the example people and offers of mail previews.
 */
const NOT_TRANSLATED =
  /^server\/(operator(-help)?\.ts|lib\/environment-fault\.ts|main\.ts|config\.ts|mail\/previews\.ts|backup\/|doctor\/|operations\/|jobs\/job-commands\.ts|users\/account-commands\.ts|skills\/catalogue\.ts)/

const problems: string[] = []
const read = (locale: string): Catalogue => JSON.parse(readFileSync(`languages/${locale}.json`, 'utf8'))
const base = read('en')

const catalogues = globSync('languages/*.json').map((file) => file.replace(/^languages\/|\.json$/g, ''))
if (catalogues.toSorted().join() !== ['en-quoted', ...LANGUAGES].sort().join()) {
  problems.push(`contract/locale.ts: LANGUAGE_NAMES and languages/*.json (${catalogues.join(', ')}) differ`)
}

for (const locale of ['en-quoted', ...LANGUAGES]) {
  const file = `languages/${locale}.json`
  const catalogue = read(locale)
  const keys = Object.keys(catalogue)
  for (const [index, key] of keys.entries()) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key)) problems.push(`${file}: ${key} is not feature_snake_case`)
    if (index > 0 && key < (keys[index - 1] as string)) problems.push(`${file}: ${key} is not in order`)
    const message = base[key]
    if (message === undefined) problems.push(`${file}: ${key} is not in languages/en.json`)
    else if (inputsOf(catalogue[key] as Message) !== inputsOf(message)) {
      problems.push(`${file}: ${key} has other parameters than in languages/en.json`)
    } else if (tagsOf(catalogue[key] as Message) !== tagsOf(message)) {
      problems.push(`${file}: ${key} has other tags than in languages/en.json`)
    } else if (![casesOf(base[key] as Message), ''].includes(casesOf(catalogue[key] as Message))) {
      problems.push(`${file}: ${key} has other cases than in languages/en.json`)
    }
    if (hasUnreachableCase(catalogue[key] as Message)) problems.push(`${file}: ${key} has a case after '*'`)
  }
  if (locale === 'en-quoted') continue
  for (const key of Object.keys(base)) if (!(key in catalogue)) problems.push(`${file}: ${key} is missing`)
}

const used = new Set<string>()
for (const file of globSync('{contract,server,web}/**/*.{ts,tsx}')) {
  const code = readFileSync(file, 'utf8')
  for (const [, key = ''] of code.matchAll(/(?<![\w.$])m\.(\w+)/g)) used.add(key)
  if (/\.test\.tsx?$|\/test\//.test(file)) continue
  if (!file.startsWith('server/migrations/')) checkFile(file, code)
}
for (const key of Object.keys(base)) if (!used.has(key)) problems.push(`languages/en.json: ${key} is unused`)

if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}

/** The first matching case wins. */
function hasUnreachableCase(message: Message): boolean {
  if (typeof message === 'string') return false
  const isRest = (match: string) => match.split(',').every((part) => part.trim().endsWith('=*'))
  return message.some(({ match }) => Object.keys(match).slice(0, -1).some(isRest))
}

/** The names of a message's parameters, sorted. */
function inputsOf(message: Message): string {
  if (typeof message === 'string') {
    return [...message.matchAll(/(?<!\\)\{(\w+)\}/g)]
      .map(([, name]) => name)
      .sort()
      .join()
  }
  return message
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap((text) => /^input (\w+)/.exec(text)?.[1] ?? [])
    .sort()
    .join()
}

/** The values of parameters that have no case for the rest: for any other value the key itself would be shown. */
function casesOf(message: Message): string {
  if (typeof message === 'string') return ''
  const inputs = inputsOf(message).split(',')
  const cases = message.flatMap(({ match }) => Object.keys(match)).flatMap((key) => key.split(/,\s*/))
  const closed = inputs.filter((input) => !cases.includes(`${input}=*`))
  return [...new Set(cases)]
    .filter((one) => closed.some((input) => one.startsWith(`${input}=`)))
    .sort()
    .join()
}

/** The tags in a message (web/ui/Rich.tsx), sorted. */
function tagsOf(message: Message): string {
  return (
    JSON.stringify(message)
      .match(/<\/?\w+>/g)
      ?.sort()
      .join() ?? ''
  )
}

/** Texts outside of the catalogue, and messages read while a module is loaded, before the language is known. */
function checkFile(file: string, code: string): void {
  const isTranslated = !file.startsWith('contract/') && !NOT_TRANSLATED.test(file)
  const program = parseSync(file, code).program
  const report = (at: number, what: string) =>
    problems.push(`${file}:${code.slice(0, at).split('\n').length}: ${what}`)
  const reported = new Set<number>()
  const reportText = (at: number, text: string, isLikeText = isText) => {
    if (!isTranslated || reported.has(at) || !isLikeText(text)) return
    reported.add(at)
    report(at, `'${text.trim().slice(0, 60)}' belongs into languages/*.json`)
  }
  /** Literals that may become the value of an expression, or of a property of an object. */
  const literalsOf = (node: any): any[] => {
    if (node?.type === 'Literal' && typeof node.value === 'string')
      return [{ at: node.start, text: node.value }]
    if (node?.type === 'TemplateLiteral') return [{ at: node.start, text: wordsOf(node) }]
    if (node?.type === 'ConditionalExpression') {
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)]
    }
    if (node?.type === 'LogicalExpression') return [...literalsOf(node.left), ...literalsOf(node.right)]
    if (node?.type === 'ObjectExpression')
      return node.properties.flatMap((part: any) => literalsOf(part.value))
    return []
  }
  const reportLiterals = (node: any) => {
    for (const { at, text } of literalsOf(node)) reportText(at, text)
  }
  /** Texts for programmers and operators, and types. */
  const ignored: { start: number; end: number }[] = []
  const ignore = (node: any) => void ignored.push(node)
  const reportSentence = (node: any, text: string) => {
    if (ignored.some(({ start, end }) => start <= node.start && node.end <= end)) return
    reportText(node.start, text, isSentence)
  }
  const nameOf = ({ start, end }: any) => code.slice(start, end)
  new Visitor({
    ImportDeclaration: ignore,
    TSLiteralType: ignore,
    TaggedTemplateExpression: ignore,
    NewExpression: (node: any) => {
      if (/Error$/.test(node.callee.name ?? '') && node.callee.name !== 'ApiError') ignore(node)
    },
    CallExpression: (node: any) => {
      if (/^console\.|\blog\.\w+$/.test(nameOf(node.callee))) ignore(node)
    },
  } as any).visit(program)
  let depth = 0
  const enter = () => void depth++
  const leave = () => void depth--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression: (node: any) => {
      const { callee, start } = node
      if (TEXT_CALLS.test(nameOf(callee))) node.arguments.forEach(reportLiterals)
      if (depth > 0 || callee.type !== 'MemberExpression' || callee.object.name !== 'm') return
      report(start, `m.${callee.property.name}() is read while the module loads; pass the function`)
    },
    Literal: (node: any) => {
      if (typeof node.value === 'string') reportSentence(node, node.value)
    },
    TemplateLiteral: (node: any) => reportSentence(node, wordsOf(node)),
    JSXText: ({ start, value }: any) => reportText(start, value),
    JSXAttribute: ({ name, value }: any) => {
      if (!TEXT_PROPS.has(name.name)) return
      reportLiterals(value?.type === 'JSXExpressionContainer' ? value.expression : value)
    },
    JSXExpressionContainer: ({ expression, start }: any) => {
      // The value of an attribute follows '='.
      if (code[start - 1] !== '=') reportLiterals(expression)
    },
    Property: ({ key, value }: any) => {
      if (TEXT_PROPS.has(key.name ?? key.value)) reportLiterals(value)
    },
  } as any).visit(program)
}

function wordsOf(template: any): string {
  return template.quasis.map((part: any) => part.value.cooked).join(' ')
}

function isText(text: string): boolean {
  return (
    !['GitHub', 'LinkedIn', 'CV'].includes(text.trim()) &&
    /\p{L}{2}/u.test(text) &&
    !/^[a-z][\w-]*(\.\w+)?$|^[A-Z][A-Z_]+$|^[/#.]|^https?:/.test(text.trim())
  )
}

/** Begins like a sentence, and has a word after the first. */
function isSentence(text: string): boolean {
  return /^[\s¿¡«(]*\p{Lu}\S*\s(.*\s)?\p{L}\p{Ll}/su.test(text)
}
