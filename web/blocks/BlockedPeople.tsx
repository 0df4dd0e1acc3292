import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type BlockedPerson, blockPerson, listBlocks } from '#contract/blocks.ts'
import { m } from '#contract/texts.ts'
import { call, request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { fullName } from '../lib/format.ts'
import { GrowingList } from '../lists/GrowingList.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'

const PER_PAGE = 20

const blocksQuery = infiniteQueryOptions({
  queryKey: ['blocks'],
  queryFn: ({ pageParam, signal }) =>
    call(listBlocks, { query: { page: pageParam, limit: PER_PAGE }, signal }),
  initialPageParam: 1,
  getNextPageParam: (last, _, page) => (last.total > page * PER_PAGE ? page + 1 : undefined),
  meta: { personal: true },
})

/** In the settings: the blocked people, each with a button to unblock. */
export function BlockedPeople() {
  const headingId = useId()
  const query = useInfiniteQuery(blocksQuery)
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg">
        {m.blocks_heading()}
      </h2>
      <GrowingList
        query={query}
        loading={
          <div aria-busy="true" className="mt-2 space-y-2 py-1.5">
            <Skeleton className="w-64 max-w-full" />
          </div>
        }
        empty={<p className="mt-2 text-muted text-sm">{m.blocks_none()}</p>}
        moreLabel={m.blocks_more()}
      >
        {(people) => (
          <ul className="mt-2 divide-y divide-line">
            {people.map((person) => (
              <Row key={person._id} person={person} />
            ))}
          </ul>
        )}
      </GrowingList>
    </Card>
  )
}

function Row({ person }: { person: BlockedPerson }) {
  const queryClient = useQueryClient()
  const unblock = useMutation({
    mutationFn: () => request(blockPerson, { params: { id: person._id }, body: { blocked: false } }),
    onSuccess: (result) => {
      const id = `unblock ${person._id}`
      if (isFailure(result)) return toast.error(result.message, { id })
      toast.dismiss(id)
      void queryClient.invalidateQueries()
    },
  })
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar src={person.avatar} name={person.name} surname={person.surname} />
      <span className="min-w-0 flex-1 truncate text-sm">{fullName(person)}</span>
      <Button
        variant="outline"
        size="sm"
        loading={unblock.isPending}
        aria-label={m.blocks_unblock_person({ name: fullName(person) })}
        onClick={() => unblock.mutate()}
      >
        {m.blocks_unblock()}
      </Button>
    </li>
  )
}
