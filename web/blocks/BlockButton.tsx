import { useMutation, useQueryClient } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import { useState } from 'react'
import { blockPerson } from '#contract/blocks.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toast } from '../ui/toast.ts'

/** On the profile of somebody else; ended in the settings. */
export function BlockButton({ person }: { person: { _id: string; name: string } }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { _id: id, name } = person
  const block = useMutation({
    mutationFn: () => request(blockPerson, { params: { id }, body: { blocked: true } }),
    onSuccess: (result) => {
      if (isFailure(result)) return
      setOpen(false)
      toast.success(m.blocks_done({ name }))
      void queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <Button variant="ghost" size="sm" full onClick={() => setOpen(true)}>
        <Ban aria-hidden="true" />
        {m.blocks_block({ name })}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.blocks_title({ name })}
        description={m.blocks_text()}
        confirmLabel={m.blocks_confirm()}
        loading={block.isPending}
        error={isFailure(block.data) ? block.data.message : undefined}
        onConfirm={() => block.mutate()}
      />
    </>
  )
}
