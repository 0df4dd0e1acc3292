import ChevronDown from 'lucide-react/icons/chevron-down'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EmptyDrawing } from '../ui/illustrations/EmptyDrawing.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { type Inbox, useInbox } from './inbox.ts'
import { LoadingRows } from './LoadingRows.tsx'
import { ConversationRow, OnlinePerson, type Selection } from './PersonRows.tsx'

type Props = {
  inbox: Inbox
  /** The person of the conversation just left, whose row takes the focus. */
  returnTo: string | undefined
  selection: Selection
  /** Whether it was opened by an action, and not with its page. */
  takesFocus: boolean
  onSearch: () => void
  /** In the panel only. */
  onClose?: (() => void) | undefined
}

/** The conversations with their unread counts, and the people online (CHAT-06, CHAT-07). */
export function WelcomeView({ inbox, returnTo, selection, takesFocus, onSearch, onClose }: Props) {
  const { status, list, message } = useInbox(inbox, (state) => state.people)
  const online = useInbox(inbox, (state) => state.online)
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!takesFocus) return
    const row =
      returnTo && body.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(returnTo)}"]`)
    if (row) row.focus()
    else heading.current?.focus({ preventScroll: true })
  }, [returnTo, takesFocus])

  const requestIds = useInbox(inbox, ({ counts }) => counts?.requests ?? NO_IDS)
  const talkedTo = list.filter((person) => person.lastMessage)
  const requests = talkedTo.filter(({ _id }) => requestIds.includes(_id))
  const conversations = talkedTo.filter((person) => !requests.includes(person))
  const onlinePeople = list.filter(({ _id }) => online.has(_id))
  return (
    <>
      <header className="flex h-14 shrink-0 items-center justify-between border-line border-b pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="flex-1 text-lg outline-none">
          {m.messages_title()}
        </h2>
        {talkedTo.length > 0 && (
          <IconButton label={m.messages_search()} onClick={onSearch}>
            <Search aria-hidden="true" />
          </IconButton>
        )}
        {onClose && (
          <>
            <IconButton label={m.messages_open_page()} render={<Link to={paths.messages()} />}>
              <Maximize2 aria-hidden="true" />
            </IconButton>
            <IconButton label={m.messages_close_chat()} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </>
        )}
      </header>
      <ConnectionNotice inbox={inbox} isPanel={onClose !== undefined} />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3">
        {status === 'loading' || status === 'unread' ? (
          <LoadingRows count={4}>
            <span role="status" className="sr-only">
              {m.messages_loading_conversations()}
            </span>
          </LoadingRows>
        ) : status === 'failed' ? (
          <div className="grid h-full place-items-center">
            <ErrorState compact message={message} onRetry={() => void inbox.loadPeople()} />
          </div>
        ) : talkedTo.length + onlinePeople.length === 0 ? (
          <Empty />
        ) : (
          <>
            {onlinePeople.length > 0 && (
              <Group title={m.messages_online_now()}>
                <ul className="scroll-quiet flex gap-1 px-2 py-1">
                  {onlinePeople.map((person) => (
                    <li key={person._id}>
                      <OnlinePerson person={person} online={online} selection={selection} />
                    </li>
                  ))}
                </ul>
              </Group>
            )}
            {requests.length > 0 && (
              <Requests count={requests.length} isOpenAtFirst={requests.some(({ _id }) => _id === returnTo)}>
                <ul>
                  {requests.map((person) => (
                    <li key={person._id}>
                      <ConversationRow inbox={inbox} person={person} online={online} selection={selection} />
                    </li>
                  ))}
                </ul>
              </Requests>
            )}
            <Group title={m.messages_conversations()}>
              {conversations.length === 0 ? (
                <p className="px-4 py-2 text-muted text-sm">{m.messages_none_but_online()}</p>
              ) : (
                <ul>
                  {conversations.map((person) => (
                    <li key={person._id}>
                      <ConversationRow inbox={inbox} person={person} online={online} selection={selection} />
                    </li>
                  ))}
                </ul>
              )}
            </Group>
          </>
        )}
      </div>
    </>
  )
}

const NO_IDS: readonly string[] = []

type RequestsProps = { count: number; isOpenAtFirst: boolean; children: ReactNode }

/** Contact requests; collapsed, so that nobody has to see them. */
function Requests({ count, isOpenAtFirst, children }: RequestsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  return (
    <section aria-label={m.messages_requests()} className="pt-3">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-9 w-full items-center gap-2 px-4 text-left font-sans font-semibold text-muted text-xs tracking-normal transition-colors hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        >
          <span className="flex-1">{m.messages_requests()}</span>
          <Badge count={count} tone="primary" label={m.messages_requests_count({ count })} />
          <ChevronDown
            aria-hidden="true"
            className={isOpen ? 'size-4 rotate-180 transition-transform' : 'size-4 transition-transform'}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        <p className="px-4 pb-1 text-muted text-xs">{m.messages_requests_hint()}</p>
        {children}
      </div>
    </section>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="pt-3">
      <h3 className="px-4 pb-1 font-sans font-semibold text-muted text-xs tracking-normal">{title}</h3>
      {children}
    </section>
  )
}

function Empty() {
  return (
    <div className="flex h-full flex-col items-center justify-center px-8 pb-8 text-center">
      <EmptyDrawing className="w-44" />
      <h3 className="mt-5 text-lg">{m.messages_none()}</h3>
      <p className="mt-2 text-muted text-sm">{m.messages_none_hint()}</p>
    </div>
  )
}
