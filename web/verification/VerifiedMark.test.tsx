import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Verified } from '#contract/verified.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { ChatView } from '../messages/ChatView.tsx'
import { inboxOf } from '../messages/inbox.ts'
import { OfferCard } from '../offers/OfferCard.tsx'
import { OfferOwnerCard } from '../offers/OfferOwnerCard.tsx'
import { OfferRow } from '../offers/OfferRow.tsx'
import { RecruiterCard } from '../recruiters/RecruiterCard.tsx'
import { apiServer } from '../test/api-server.ts'
import { OWN_ID } from '../test/inbox-server.ts'
import { buildOffer } from '../test/offers.ts'
import { buildRecruiter } from '../test/people.ts'

apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))

const { owner } = buildOffer()
const offerOf = (verified: Verified | null) => buildOffer({ owner: owner && { ...owner, verified } })
const chatWith = (verified: Verified | null) => (
  <ChatView
    inbox={inboxOf(OWN_ID)}
    partner={{ ...buildRecruiter({ verified }), role: { type: 'recruiter' } }}
    target={undefined}
    onSearch={() => undefined}
    onBack={() => undefined}
  />
)

const show = (shown: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{shown}</MemoryRouter>
    </QueryClientProvider>,
  )

const TAGS = { tags: ['TRUST-01', 'TRUST-02'] }
const LINE = 'Verified: acueducto.example since 23/11/2026'
const line = () => screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === LINE)

test.each<[string, (verified: Verified | null) => ReactNode, boolean]>([
  ['the card of an offer', (verified) => <OfferCard offer={offerOf(verified)} />, false],
  ['the row of an offer', (verified) => <OfferRow offer={offerOf(verified)} />, false],
  ['the page of an offer', (verified) => <OfferOwnerCard offer={offerOf(verified)} />, true],
  [
    'the page of a recruiter',
    (verified) => <RecruiterCard recruiter={buildRecruiter({ verified })} isOwner={false} />,
    true,
  ],
  ['the chat', chatWith, false],
])(
  '%s shows the verified domain and since when, or that none is verified',
  TAGS,
  (_where, of, isExplained) => {
    const proven = show(of({ domain: 'acueducto.example', since: '2026-11-23T10:00:00.000Z' }))
    expect(line()).toBeVisible()
    expect(screen.queryByText('Not verified')).toBeNull()
    proven.unmount()
    show(of(null))
    expect(screen.getByText('Not verified')).toBeVisible()
    expect(screen.queryByText(/^Verified/)).toBeNull()
    const meaning = screen.queryByText('This recruiter has not proven to us which company they belong to.')
    expect(meaning !== null).toBe(isExplained)
  },
)
