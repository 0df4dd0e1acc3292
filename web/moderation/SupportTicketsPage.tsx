import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  answerSupportTicket,
  SUPPORT_TICKET_STATES,
  type SupportTicket,
  type SupportTicketState,
  updateSupportTicket,
} from '#contract/moderation.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { formatDate } from '../lib/format.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { MODERATION_KEY, supportTicketsQuery } from './moderation.api.ts'
import { PasswordField, usePasswordConfirmation } from './password-confirmation.tsx'

/** Tickets of the contact form (MOD-04). */
export function SupportTicketsPage() {
  const [search, setSearch] = useSearchParams()
  const state = SUPPORT_TICKET_STATES.find((known) => known === search.get('state')) ?? 'open'
  const list = useInfiniteQuery(supportTicketsQuery(state))
  return (
    <Page title={m.moderation_tickets()}>
      <Tabs<SupportTicketState>
        label={m.moderation_ticket_state()}
        variant="pill"
        tabs={SUPPORT_TICKET_STATES.map((value) => ({ value, label: m.moderation_ticket({ state: value }) }))}
        value={state}
        onChange={(next) => setSearch({ state: next }, { replace: true })}
      >
        <GrowingList
          query={list}
          loading={
            <div aria-busy="true">
              <Skeleton className="h-60" />
            </div>
          }
          empty={<EmptyState title={m.moderation_tickets_none()} />}
          moreLabel={m.moderation_more()}
        >
          {(tickets) => (
            <ul className="space-y-4">
              {tickets.map((ticket) => (
                <li key={ticket._id}>
                  <SupportTicketCard ticket={ticket} />
                </li>
              ))}
            </ul>
          )}
        </GrowingList>
      </Tabs>
    </Page>
  )
}

/** The input is kept while it cannot be sent. */
function SupportTicketCard({ ticket }: { ticket: SupportTicket }) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const again = usePasswordConfirmation()
  const params = { id: ticket._id }
  const change = useMutation({
    mutationFn: (state: SupportTicketState | undefined) =>
      again.confirmed<SupportTicket>(() =>
        state
          ? request(updateSupportTicket, { params, body: { state } })
          : request(answerSupportTicket, { params, body: { text } }),
      ),
    onSuccess: async (result, state) => {
      if (isFailure(result)) return
      if (!state) setText('')
      await queryClient.invalidateQueries({ queryKey: [...MODERATION_KEY, 'tickets'] })
    },
  })
  const failure = isFailure(change.data) ? change.data : undefined
  return (
    <Card as="section" padding="lg" aria-label={ticket.subject}>
      <h2 className="text-xl [overflow-wrap:anywhere]">{ticket.subject}</h2>
      <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
        {ticket.name} · {ticket.email} · {formatDate(ticket.createdAt)}
      </p>
      <p className="mt-4 whitespace-pre-line [overflow-wrap:anywhere]">{ticket.message}</p>
      {ticket.answers.map((answer) => (
        <div key={answer.createdAt} className="mt-4 rounded-control bg-primary-soft p-3">
          <p className="text-muted text-sm">
            {answer.moderator}, {formatDate(answer.createdAt)}
          </p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{answer.text}</p>
        </div>
      ))}
      <form
        className="mt-5 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(undefined)
        }}
      >
        <Field label={m.moderation_ticket_answer()} help={m.moderation_ticket_help()}>
          <TextArea
            rows={4}
            value={text}
            onChange={({ target }) => setText(target.value)}
            counterMax={5000}
          />
        </Field>
        <PasswordField again={again} failure={failure} />
        {failure && <Alert tone="danger">{failure.message}</Alert>}
        <div className="flex flex-wrap items-end gap-3">
          <Button type="submit" loading={change.isPending} disabled={text.trim() === ''}>
            {m.moderation_ticket_send()}
          </Button>
          <Field label={m.moderation_ticket_state()}>
            <Select
              value={ticket.state}
              disabled={change.isPending}
              onChange={({ target }) => {
                const next = SUPPORT_TICKET_STATES.find((state) => state === target.value)
                if (next) change.mutate(next)
              }}
              options={SUPPORT_TICKET_STATES.map((value) => ({
                value,
                label: m.moderation_ticket({ state: value }),
              }))}
            />
          </Field>
        </div>
      </form>
    </Card>
  )
}
