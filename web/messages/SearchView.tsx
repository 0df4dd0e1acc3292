import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef, useState } from 'react'
import { type FoundMessage, searchMessages } from '#contract/messages.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { call } from '../lib/api.ts'
import { useNow } from '../lib/clock.ts'
import { fullName } from '../lib/format.ts'
import type { ChatPartner } from '../lib/open-chat.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { HighlightedText } from '../search/HighlightedText.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { timeOrDay } from './days.ts'
import { LoadingRows } from './LoadingRows.tsx'

const DEBOUNCE_MS = 300
const PER_PAGE = 20

const foundQuery = (q: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'search', userId, q],
    queryFn: ({ pageParam, signal }) =>
      call(searchMessages, { query: { q, userId, page: pageParam, limit: PER_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.total > page * PER_PAGE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // Not cached, since messages change.
    gcTime: 0,
    meta: { personal: true },
  })

type Props = {
  /** Limits the search to one conversation. */
  partner: ChatPartner | undefined
  onFound: (message: FoundMessage) => void
  onClose: () => void
}

/** Messages by their words, newest first (TALK-06). */
export function SearchView({ partner, onFound, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const label = partner ? m.messages_search_with({ name: fullName(partner) }) : m.messages_search()

  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 border-line border-b px-2">
        <IconButton label={m.messages_search_close()} onClick={onClose}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <search className="min-w-0 flex-1">
          <TextInput
            ref={input}
            type="search"
            aria-label={label}
            placeholder={label}
            maxLength={LIMITS.query}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // Does not close the chat.
              event.preventDefault()
              onClose()
            }}
            className="min-h-10"
          />
        </search>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3">
        {words === '' ? (
          <p className="px-4 py-6 text-center text-muted text-sm">{m.messages_search_hint()}</p>
        ) : (
          <Found words={words} partner={partner} onFound={onFound} />
        )}
      </div>
    </>
  )
}

type FoundProps = Pick<Props, 'partner' | 'onFound'> & { words: string }

function Found({ words, partner, onFound }: FoundProps) {
  const query = useInfiniteQuery(foundQuery(words, partner?._id ?? ''))
  const total = query.data?.pages[0]?.total
  return (
    <>
      <p role="status" className="sr-only">
        {total === undefined || query.isPlaceholderData ? '' : m.messages_search_count({ count: total })}
      </p>
      <GrowingList
        query={query}
        loading={<LoadingRows count={3} />}
        empty={<p className="px-4 py-6 text-center text-muted text-sm">{m.messages_search_empty()}</p>}
        moreLabel={m.messages_search_more()}
      >
        {(items) => (
          <ul>
            {items.map((message) => (
              <li key={message._id}>
                <FoundRow message={message} words={words} onFound={onFound} />
              </li>
            ))}
          </ul>
        )}
      </GrowingList>
    </>
  )
}

function FoundRow({
  message,
  words,
  onFound,
}: Pick<FoundProps, 'words' | 'onFound'> & { message: FoundMessage }) {
  const { person, senderId, text, createdAt } = message
  const now = useNow()
  return (
    <button
      type="button"
      onClick={() => onFound(message)}
      className="flex w-full items-start gap-3 px-4 py-2.5 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Avatar src={person.avatar} name={person.name} surname={person.surname} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-medium text-sm">{fullName(person)}</span>
          <time dateTime={createdAt} className="shrink-0 text-muted text-xs tabular-nums">
            {timeOrDay(createdAt, now)}
          </time>
        </span>
        <span className="line-clamp-3 break-words text-muted text-sm">
          {senderId !== person._id && m.messages_you_say()}
          <HighlightedText text={text} words={words} />
        </span>
      </span>
    </button>
  )
}
