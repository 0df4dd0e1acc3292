const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML content, or as the value of an attribute in double quotes. */
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** A value as JSON inside a script element. */
export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
