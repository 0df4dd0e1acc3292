const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that XML 1.0 cannot represent. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu

/** User text inside an element or an attribute. */
export const xmlText = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')

/** `<name a="b">content</name>`; the content is XML already, the attributes are text. */
export function element(name: string, attributes: Record<string, string>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  return `<${name}${written.join('')}${content === '' ? '/>' : `>${content}</${name}>`}`
}

/** `<name>text</name>` with user text; nothing without one. */
export const textElement = (name: string, text: string): string =>
  text === '' ? '' : element(name, {}, xmlText(text))

export const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
