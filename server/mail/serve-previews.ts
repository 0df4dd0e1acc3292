import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { escaped } from './layout.ts'
import { type MailPreview, mailPreviews } from './previews.ts'

const PATH = /^\/dev\/mails(?:\/(\d+)\.(html|txt))?$/

/** In development only: previews of all mails, without sending one. False for another address. */
export async function servesMailPreview(config: Config, url: string, reply: FastifyReply): Promise<boolean> {
  const [matched, index, kind] = PATH.exec(url.split('?')[0] ?? '') ?? []
  if (matched === undefined) return false
  // Rendered for each request: a reload shows a changed text.
  const previews = await mailPreviews(config)
  const preview = index === undefined ? undefined : previews[Number(index)]
  if (index === undefined) await reply.type('text/html; charset=utf-8').send(indexOf(previews))
  else if (kind === 'html' && preview?.html) await reply.type('text/html; charset=utf-8').send(preview.html)
  else if (preview)
    await reply.type('text/plain; charset=utf-8').send(`${preview.subject}\n\n${preview.text}`)
  else return false
  return true
}

const indexOf = (previews: readonly MailPreview[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Mails</title>
<body style="font:16px/1.6 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem">
<h1>Mails</h1>
<ul>
${previews
  .map(
    ({ name, language, subject, html }, index) =>
      `<li>${language}, ${name}: ${html ? `<a href="/dev/mails/${index}.html">HTML</a>, ` : ''}<a href="/dev/mails/${index}.txt">text</a>: ${escaped(subject)}</li>`,
  )
  .join('\n')}
</ul>
`
