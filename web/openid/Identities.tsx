import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Identity, type ProviderId, removeIdentity } from '#contract/openid.ts'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { ApiError } from '../lib/api-failure.ts'
import { formatDate } from '../lib/format.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { ActionRow } from '../ui/ActionRow.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { redirectToProvider } from './flow.ts'
import { identitiesQuery } from './openid.api.ts'

const ConnectDialog = lazyDialog(() => import('./ConnectDialog.tsx'))

/** The linked accounts of providers; nothing without a configured one (ACCT-03). */
export function Identities() {
  return PRODUCT.providers.length === 0 ? null : <IdentityList />
}

function IdentityList() {
  const identities = useQuery(identitiesQuery())
  const [leaving, setLeaving] = useState<ProviderId>()
  const [failure, setFailure] = useState<string>()
  const password = useDialog<ProviderId>()

  async function connect(id: ProviderId) {
    setLeaving(id)
    setFailure(undefined)
    const failed = await redirectToProvider(id)
    if (!failed) return
    setLeaving(undefined)
    if (failed.fields?.password) password.show(id)
    else setFailure(failed.message)
  }

  return (
    <Card as="section" aria-labelledby="identities">
      <h2 id="identities" className="text-lg">
        {m.openid_identities()}
      </h2>
      <p className="mt-1 text-muted text-sm">{m.openid_identities_text()}</p>
      {identities.isPending ? (
        <div aria-busy="true" className="mt-4">
          <Skeleton className="h-14 w-full" />
        </div>
      ) : identities.isLoadingError ? (
        <ErrorState
          compact
          message={identities.error.message}
          onRetry={() => void identities.refetch()}
          retrying={identities.isFetching}
        />
      ) : identities.data.length === 0 ? (
        <p className="mt-4 text-sm">{m.openid_none()}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {identities.data.map((identity) => (
            <IdentityRow key={identity._id} identity={identity} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {PRODUCT.providers.map(({ id, name }) => (
          <Button key={id} variant="outline" loading={leaving === id} onClick={() => void connect(id)}>
            {m.openid_connect({ provider: name })}
          </Button>
        ))}
      </div>
      {failure && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {failure}
        </p>
      )}
      {password.about && (
        <ConnectDialog
          key={password.key}
          id={password.about}
          open={password.open}
          onOpenChange={password.onOpenChange}
        />
      )}
    </Card>
  )
}

function IdentityRow({ identity }: { identity: Identity }) {
  const { _id, provider, email, createdAt, lastUsedAt } = identity
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(removeIdentity, { params: { id: _id } }),
    onSuccess: ({ message }) => toast.success(message),
    // 404: already removed.
    onSettled: (_, error) =>
      !error || (error instanceof ApiError && error.status === 404)
        ? queryClient.invalidateQueries({ queryKey: identitiesQuery().queryKey })
        : null,
  })
  const name = PRODUCT.providers.find(({ id }) => id === provider)?.name ?? provider
  return (
    <ActionRow
      name={email ? `${name}: ${email}` : name}
      notes={[m.openid_facts({ date: formatDate(createdAt), used: formatDate(lastUsedAt) })]}
      action={m.openid_disconnect()}
      label={m.openid_disconnect_of({ provider: name, email })}
      loading={remove.isPending}
      error={remove.error?.message}
      onAction={() => remove.mutate()}
    />
  )
}
