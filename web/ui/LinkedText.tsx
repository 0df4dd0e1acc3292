import type { ReactNode } from 'react'

/** Without the marks that end a sentence. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi

type Part = { text: string; href?: string }

/** A text with its web addresses as links that begin with their real host (TRUST-04). */
export function LinkedText({ children }: { children: string }) {
  return linkedParts(children)
}

/** The same without a component, of which a Markdown text would have thousands. */
export function linkedParts(words: string): ReactNode[] {
  return partsOf(words).map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text is rendered again as a whole
      <UserAnchor key={index} href={href}>
        {text}
      </UserAnchor>
    ),
  )
}

/** A link with its own text, followed by its real host (TRUST-04). */
export function UserLink({ href, label }: { href: string; label: string }) {
  const url = parsed(href)
  if (!url) return label
  if (url.protocol === 'mailto:')
    return <UserAnchor href={url.href}>{`${label} (${url.pathname})`}</UserAnchor>
  const [part] = partsOf(url.href)
  const shown = part?.text ?? url.host
  const isShown = label.replace(/^https?:\/\//, '').startsWith(shown)
  return <UserAnchor href={part?.href ?? url.href}>{isShown ? shown : `${label} (${url.host})`}</UserAnchor>
}

function UserAnchor({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      className="break-words underline underline-offset-2"
    >
      {children}
    </a>
  )
}

/** 'https://example.com@evil.example/a' becomes a link with the text 'evil.example/a'. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: typed, index } of text.matchAll(ADDRESS)) {
    const url = parsed(typed)
    if (!url) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    // The address as parsed by the browser: without user info, and with look-alike letters as 'xn--'.
    url.username = ''
    url.password = ''
    parts.push({ text: url.href.replace(/^https?:\/\//, '').replace(/\/$/, ''), href: url.href })
    end = index + typed.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Not `URL.parse`, which browsers have supported since 2024 only. */
function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
