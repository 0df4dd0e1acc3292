import {
  type UndefinedInitialDataOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ApiError } from '../lib/api-failure.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'

type SwitchSettingProps<Stored> = {
  heading: string
  label: string
  hint: string
  query: UndefinedInitialDataOptions<Stored, ApiError, Stored, readonly unknown[]>
  isOn: (stored: Stored) => boolean
  save: (on: boolean) => Promise<Stored>
}

/** A boolean setting, stored on each press. */
export function SwitchSetting<Stored>({
  heading,
  label,
  hint,
  query,
  isOn,
  save,
}: SwitchSettingProps<Stored>) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const settings = useQuery(query)
  // Optimistic update, rolled back on failure.
  const [chosen, setChosen] = useState<boolean>()
  const change = useMutation({
    mutationFn: save,
    onSettled: () => setChosen(undefined),
    onSuccess: (stored) => queryClient.setQueryData<Stored>(query.queryKey, stored),
  })
  const shown = chosen ?? (settings.data && isOn(settings.data))

  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lg">
        {heading}
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
          onCheckedChange={(on) => {
            setChosen(on)
            change.mutate(on)
          }}
          label={
            <>
              <span className="block font-medium">{label}</span>
              <span className="block text-muted">{hint}</span>
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
