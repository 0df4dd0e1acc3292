import { getLanguage } from '#contract/locale.ts'
import type { Config } from '../config.ts'

export type MailLine = { text: string; url?: string | undefined; note?: string | undefined }

/** The content of a mail in plain text: the layout renders it as text and HTML. */
export type MailContent = {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  /** A digest's lines. */
  lines?: readonly MailLine[] | undefined
  /** One button, with its address below. */
  action?: { label: string; url: string } | undefined
  /** After the button. */
  closing?: readonly string[] | undefined
  /** Why it was sent. */
  reason: string
  /** The unsubscribe link; not in mails about account safety. */
  unsubscribe?: { label: string; url: string } | undefined
}

/** One layout for all mails (decision 60): a table for old mail programs, styles for both themes, no pictures. */
export function layOut(
  { publicUrl, PRODUCT_NAME }: Pick<Config, 'publicUrl' | 'PRODUCT_NAME'>,
  content: MailContent,
): { subject: string; text: string; html: string } {
  const { subject, greeting, paragraphs, lines = [], action, closing = [], reason, unsubscribe } = content
  const text = [
    greeting,
    ...paragraphs,
    ...lines.map((line) => `- ${[line.text, line.note, line.url].filter(Boolean).join('\n  ')}`),
    action && `${action.label}: ${action.url}`,
    ...closing,
    `-- \n${PRODUCT_NAME}: ${publicUrl}\n${reason}`,
    unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`,
  ]
  const html = `<!doctype html>
<html lang="${getLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fafaf7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#fafaf7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;font:700 20px/1.2 ${SANS}"><a href="${escaped(publicUrl)}" class="link" style="color:#0f766e;text-decoration:none">${escaped(PRODUCT_NAME)}</a></td></tr>
<tr><td class="card" style="padding:24px;background:#ffffff;border:1px solid #e2e6e1;border-radius:14px;font:16px/1.55 ${SANS};color:#17211d">
${[greeting, ...paragraphs].map(paragraph).join('\n')}
${lines.length > 0 ? listOf(lines) : ''}
${action ? button(action) : ''}
${closing.map(paragraph).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 8px 0;font:13px/1.5 ${SANS};color:#56635d">${escaped(reason)}${
    unsubscribe
      ? `<br><a href="${escaped(unsubscribe.url)}" class="link" style="color:#0f766e">${escaped(unsubscribe.label)}</a>`
      : ''
  }</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
  return { subject, text: `${text.filter(Boolean).join('\n\n')}\n`, html }
}

const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Programs without support for styles show the light theme of the attributes. */
const STYLES = `@media (prefers-color-scheme: dark) {
.page { background: #111614 !important }
.card { background: #18201d !important; border-color: #2c3833 !important; color: #edf2ef !important }
.quiet, .quiet a { color: #9fb0a8 !important }
.link { color: #5eead4 !important }
.button { background: #5eead4 !important; color: #111614 !important }
.line { border-color: #2c3833 !important }
}`

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere">${escaped(text)}</p>`

const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:8px 0 16px"><a href="${escaped(url)}" class="button" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;color:#56635d;overflow-wrap:anywhere"><a href="${escaped(url)}" style="color:inherit">${escaped(url)}</a></p>`

const listOf = (lines: readonly MailLine[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${lines
    .map(({ text, url, note }) => {
      const shown = url
        ? `<a href="${escaped(url)}" class="link" style="color:#0f766e">${escaped(text)}</a>`
        : escaped(text)
      const below = note
        ? `<br><span class="quiet" style="font-size:13px;color:#56635d">${escaped(note)}</span>`
        : ''
      return `<tr><td class="line" style="padding:10px 0;border-top:1px solid #e2e6e1;overflow-wrap:anywhere">${shown}${below}</td></tr>`
    })
    .join('')}</table>`

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text in HTML. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark)
