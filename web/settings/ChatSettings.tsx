import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateChatSettings } from '#contract/messages.ts'
import { call } from '../lib/api.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { chatSettingsQuery } from './settings.api.ts'

/** Typing indicator and read receipts, in both directions. */
export function ChatSettings() {
  const queryClient = useQueryClient()
  const settings = useQuery(chatSettingsQuery())
  // Optimistic update, rolled back on failure.
  const [chosen, setChosen] = useState<boolean>()
  const change = useMutation({
    mutationFn: (signals: boolean) => call(updateChatSettings, { body: { signals } }),
    onSettled: () => setChosen(undefined),
    onSuccess: (stored) => queryClient.setQueryData(chatSettingsQuery().queryKey, stored),
  })
  const shown = chosen ?? settings.data?.signals

  return (
    <Card as="section" aria-labelledby="chat-settings" className="mt-4">
      <h2 id="chat-settings" className="text-lg">
        Chat
      </h2>
      {settings.isError ? (
        <ErrorState compact message={settings.error.message} onRetry={() => void settings.refetch()} />
      ) : shown === undefined ? (
        // The height of the loaded switch.
        <div aria-busy="true" className="mt-2 min-h-23 space-y-2 py-1.5 sm:min-h-[3.125rem]">
          <Skeleton className="w-64 max-w-full" />
          <Skeleton className="w-80 max-w-full" />
        </div>
      ) : (
        <Switch
          className="mt-2"
          checked={shown}
          onCheckedChange={(signals) => {
            setChosen(signals)
            change.mutate(signals)
          }}
          label={
            <>
              <span className="block font-medium">Show when I type and what I have read</span>
              <span className="block text-muted">
                If you hide this, you will not see it from others either.
              </span>
            </>
          }
        />
      )}
      {change.isError && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {change.error.message}
        </p>
      )}
    </Card>
  )
}
