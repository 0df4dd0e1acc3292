import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { type FoundMessage, listChatUsers } from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { call } from '../lib/api.ts'
import { useAuth } from '../lib/auth.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { useBackLayer } from '../ui/back-layers.ts'
import { cn } from '../ui/cn.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ChatView } from './ChatView.tsx'
import { type Inbox, inboxOf, useInbox } from './inbox.ts'
import { SearchView } from './SearchView.tsx'
import { usePeople } from './use-people.ts'
import { WelcomeView } from './WelcomeView.tsx'

/** Tailwind's `lg`. */
const SIDE_BY_SIDE = '(min-width: 64rem)'

/** The id of a found message, or whether the list is one step back. */
type PageState = { found?: string; isFromList?: boolean }

/** All conversations and one of them, side by side where there is room (FLOW-08). */
export default function MessagesPage() {
  const { id } = useAuth()
  return id === undefined ? null : <Messages key={id} inbox={inboxOf(id)} />
}

function Messages({ inbox }: { inbox: Inbox }) {
  const { userId } = useParams()
  const navigate = useNavigate()
  const [search, setSearch] = useState<'everywhere' | 'here'>()
  const [hasSearched, setSearched] = useState(false)
  const { key, state } = useLocation()
  // In the navigation state, so that it is shown once and not each time its conversation is opened.
  const { found, isFromList = false }: PageState = state ?? {}
  const isList = userId === undefined
  // An unseen message must not count as read.
  const isCovered = !useMediaQuery(SIDE_BY_SIDE) && search !== undefined
  const { partner, failure, retry } = usePartner(inbox, userId)
  usePeople(inbox)
  // The list says so.
  const hasNobody = useInbox(inbox, ({ people }) => people.status === 'ready' && people.list.length === 0)
  useBackLayer(search !== undefined, closeSearch)

  function openSearch(where: 'everywhere' | 'here') {
    setSearch(where)
    setSearched(true)
  }

  function closeSearch() {
    setSearch(undefined)
  }

  function open(message: FoundMessage) {
    closeSearch()
    const isOpen = message.person._id === userId
    const next: PageState = { found: message._id, isFromList: isOpen ? isFromList : isList }
    void navigate(paths.conversation(message.person._id), { replace: isOpen, state: next })
  }

  /** Then the browser's Back leaves the list, instead of opening the conversation again. */
  function back() {
    if (isFromList) void navigate(-1)
    else void navigate(paths.messages(), { replace: true })
  }

  const isListOpen = isList || search !== undefined
  return (
    <Page
      title={partner ? m.messages_with({ name: nameOf(partner) }) : m.messages_title()}
      heading={null}
      width="full"
    >
      <h1 className="sr-only">{m.messages_title()}</h1>
      <div className="mx-auto flex w-full max-w-[78rem] flex-1 lg:px-6 lg:py-6">
        <div className="flex h-[calc(100dvh-4.0625rem)] min-h-80 w-full overflow-hidden border-line bg-surface lg:h-[calc(100dvh-7.0625rem)] lg:rounded-card lg:border">
          <div
            className={cn(
              'flex w-full min-w-0 flex-col lg:w-80 lg:shrink-0 lg:border-line lg:border-r wide:w-96',
              !isListOpen && 'max-lg:hidden',
            )}
          >
            {search ? (
              <SearchView
                partner={search === 'here' ? partner : undefined}
                onFound={open}
                onClose={closeSearch}
              />
            ) : (
              <WelcomeView
                inbox={inbox}
                returnTo={hasSearched ? undefined : userId}
                selection={{ currentId: userId, state: { isFromList: isList } satisfies PageState }}
                takesFocus={hasSearched}
                onSearch={() => openSearch('everywhere')}
              />
            )}
          </div>
          <div
            data-chat
            tabIndex={-1}
            className={cn('flex min-w-0 flex-1 flex-col outline-none', isListOpen && 'max-lg:hidden')}
          >
            {isCovered || (isList && hasNobody) ? null : userId === undefined ? (
              <EmptyState title={m.messages_choose()} text={m.messages_choose_hint()} className="my-auto" />
            ) : partner ? (
              <ChatView
                key={found ? `${partner._id} ${key}` : partner._id}
                inbox={inbox}
                partner={partner}
                target={found}
                onSearch={() => openSearch('here')}
                onBack={back}
              />
            ) : failure === undefined ? (
              <div className="grid flex-1 place-items-center">
                <Spinner label={m.messages_loading()} />
              </div>
            ) : (
              <ErrorState
                className="my-auto"
                message={failure}
                calm={!retry}
                onRetry={retry}
                action={
                  <Link
                    to={paths.messages()}
                    className={cn(buttonStyles({ variant: 'outline' }), 'lg:hidden')}
                  >
                    {m.messages_back()}
                  </Link>
                }
              />
            )}
          </div>
        </div>
      </div>
    </Page>
  )
}

const personQuery = (userId: string) =>
  queryOptions({
    queryKey: ['messages', 'person', userId],
    queryFn: ({ signal }) => call(listChatUsers, { query: { userId }, signal }),
    meta: { personal: true },
  })

type Partner = { partner?: ChatPartner | undefined; failure?: string; retry?: () => void }

/** The person of this id: from the list, or requested if they never wrote and are offline. */
function usePartner(inbox: Inbox, userId = ''): Partner {
  const people = useInbox(inbox, (state) => state.people)
  const listed = people.list.find(({ _id }) => _id === userId)
  const isAsked = userId !== '' && !listed && (people.status === 'ready' || people.status === 'failed')
  const query = useQuery({ ...personQuery(userId), enabled: isAsked })
  const partner = listed ?? query.data?.[0]
  if (partner) return { partner }
  if (query.isError) return { failure: query.error.message, retry: () => void query.refetch() }
  return query.isSuccess ? { failure: m.messages_unknown() } : {}
}

const nameOf = (partner: ChatPartner) => fullName(partner) || m.general_unknown_person()
