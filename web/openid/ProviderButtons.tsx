import { useState } from 'react'
import type { ProviderId } from '#contract/openid.ts'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { redirectToProvider } from './flow.ts'

/** One for each configured provider (ACCT-03). */
export function ProviderButtons({ role }: { role?: Role }) {
  const [leaving, setLeaving] = useState<ProviderId>()
  const [failure, setFailure] = useState<string>()
  if (PRODUCT.providers.length === 0) return null

  async function leave(id: ProviderId) {
    setLeaving(id)
    setFailure(undefined)
    const failed = await redirectToProvider(id, role && { role })
    if (!failed) return
    setLeaving(undefined)
    setFailure(failed.message)
  }

  return (
    <div className="mt-5 grid gap-3">
      <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.openid_or()}
      </p>
      {PRODUCT.providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="outline"
          size="lg"
          full
          loading={leaving === id}
          onClick={() => void leave(id)}
        >
          {m.openid_continue({ provider: name })}
        </Button>
      ))}
      {failure && <Alert tone="danger">{failure}</Alert>}
    </div>
  )
}
