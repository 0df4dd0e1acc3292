import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { SUMMARY_KEY } from '../settings/settings.api.ts'
import { ActionRow } from '../ui/ActionRow.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { secondFactorQuery } from './security.api.ts'

const TotpDialog = lazyDialog(() => import('./TotpDialog.tsx'))
const PasskeyDialog = lazyDialog(() => import('./PasskeyDialog.tsx'))
const PasswordActDialog = lazyDialog(() => import('./PasswordActDialog.tsx'))

type Shown = 'totp' | 'passkey' | 'totp-off' | 'codes' | { passkey: string }

/** The app, passkeys and recovery codes of the account (ACCT-02). */
export function SecondFactor() {
  const factors = useQuery(secondFactorQuery())
  const queryClient = useQueryClient()
  // A new key resets the form of a dialog.
  const [shown, setShown] = useState<{ what: Shown; key: number; open: boolean }>()
  const show = (what: Shown) => setShown((last) => ({ what, key: (last?.key ?? 0) + 1, open: true }))
  const dialog = shown && {
    open: shown.open,
    onOpenChange: (open: boolean) => setShown({ ...shown, open }),
    onChanged: () => {
      for (const queryKey of [secondFactorQuery().queryKey, SUMMARY_KEY])
        void queryClient.invalidateQueries({ queryKey })
    },
  }
  const { totp = false, passkeys = [], recoveryCodesLeft = 0 } = factors.data ?? {}
  return (
    <Card as="section" aria-labelledby="second-factor">
      <h2 id="second-factor" className="text-lg">
        {m.security_second()}
      </h2>
      <p className="mt-1 text-muted text-sm">{m.security_second_text()}</p>
      {factors.isLoadingError ? (
        <ErrorState compact message={factors.error.message} onRetry={() => void factors.refetch()} />
      ) : !factors.data ? (
        <div aria-busy="true" className="mt-4 space-y-3">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          <Row
            name={m.security_totp()}
            tag={totp ? m.security_on() : undefined}
            action={totp ? m.security_turn_off() : m.security_set_up()}
            onAction={() => show(totp ? 'totp-off' : 'totp')}
          />
          {passkeys.map(({ _id, name, createdAt }) => (
            <Row
              key={_id}
              name={m.security_passkey_named({ name })}
              note={m.security_added({ date: formatDate(createdAt) })}
              action={m.security_remove()}
              onAction={() => show({ passkey: _id })}
            />
          ))}
          <Row
            name={m.security_passkeys()}
            note={m.security_passkeys_text()}
            action={m.security_add_passkey()}
            onAction={() => show('passkey')}
          />
          {(totp || passkeys.length > 0) && (
            <Row
              name={m.security_codes()}
              note={m.security_codes_left({ count: recoveryCodesLeft })}
              action={m.security_codes_renew()}
              onAction={() => show('codes')}
            />
          )}
        </ul>
      )}
      {dialog && shown.what === 'totp' && <TotpDialog key={shown.key} {...dialog} />}
      {dialog && shown.what === 'passkey' && <PasskeyDialog key={shown.key} {...dialog} />}
      {dialog && shown.what !== 'totp' && shown.what !== 'passkey' && (
        <PasswordActDialog key={shown.key} {...dialog} act={shown.what} />
      )}
    </Card>
  )
}

type RowProps = {
  name: string
  tag?: string | undefined
  note?: string | undefined
  action: string
  onAction: () => void
}

const Row = ({ name, tag, note, action, onAction }: RowProps) => (
  <ActionRow
    name={
      <>
        {name} {tag && <Tag tone="green">{tag}</Tag>}
      </>
    }
    notes={note ? [note] : []}
    action={action}
    label={`${action}: ${name}`}
    onAction={onAction}
  />
)
