import { useMutation, useQueryClient } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import { useEffect, useState } from 'react'
import { blockPerson } from '#contract/blocks.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toast } from '../ui/toast.ts'

/** On the profile of somebody else: blocks the person, or ends the block. */
export default function BlockButton({ person }: { person: { _id: string; name: string } }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { _id: id, name } = person
  const isBlocked = useIsBlocked(id)
  const toastId = `block ${id}`
  const block = useMutation({
    mutationFn: (blocked: boolean) => request(blockPerson, { params: { id }, body: { blocked } }),
    onSuccess: (result, blocked) => {
      if (isFailure(result)) {
        if (!blocked) toast.error(result.message, { id: toastId })
        return
      }
      setOpen(false)
      if (blocked) toast.success(m.blocks_done({ name }), { id: toastId })
      else toast.dismiss(toastId)
      void queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        full
        loading={isBlocked && block.isPending}
        onClick={() => (isBlocked ? block.mutate(false) : setOpen(true))}
      >
        <Ban aria-hidden="true" />
        {isBlocked ? m.blocks_unblock_person({ name }) : m.blocks_block({ name })}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.blocks_title({ name })}
        description={m.blocks_text()}
        confirmLabel={m.blocks_confirm()}
        loading={block.isPending}
        error={isFailure(block.data) ? block.data.message : undefined}
        onConfirm={() => block.mutate(true)}
      />
    </>
  )
}

/** As the inbox knows it, which loads after the page (decision 24). */
function useIsBlocked(personId: string): boolean {
  const { id: userId } = useAuth()
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    let stop = () => {}
    let isOver = false
    async function follow(signedInId: string) {
      const { inboxOf } = await import('../messages/inbox.ts')
      if (isOver) return
      const inbox = inboxOf(signedInId)
      const read = () => setBlocked(inbox.get().counts?.blocked?.includes(personId) ?? false)
      stop = inbox.subscribe(read)
      read()
    }
    // Without it the button blocks, which changes nothing for who is blocked already.
    if (userId !== undefined) follow(userId).catch(() => undefined)
    return () => {
      isOver = true
      stop()
    }
  }, [userId, personId])
  return isBlocked
}
