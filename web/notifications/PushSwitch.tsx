import { useEffect, useState } from 'react'
import { addPushSubscription, getPushKey, removePushSubscription } from '#contract/push.ts'
import { m } from '#contract/texts.ts'
import { call } from '../lib/api.ts'
import { Switch } from '../ui/Switch.tsx'

const isSupported = () =>
  typeof window !== 'undefined' && 'PushManager' in window && 'serviceWorker' in navigator

/** Push in this browser; it asks for permission only when pressed. */
export function PushSwitch() {
  const [isOn, setOn] = useState<boolean>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!isSupported()) return
    void navigator.serviceWorker
      .getRegistration()
      .then((worker) => worker?.pushManager.getSubscription())
      .then((subscription) => setOn(Boolean(subscription)))
  }, [])

  async function handleChange(on: boolean) {
    setBusy(true)
    setProblem(undefined)
    try {
      await (on ? subscribe() : unsubscribe())
      setOn(on)
    } catch (error) {
      setProblem(
        Notification.permission === 'denied' || !(error instanceof Error)
          ? m.notifications_push_denied()
          : error.message,
      )
    } finally {
      setBusy(false)
    }
  }

  if (!isSupported()) return <p className="mt-2 text-muted text-sm">{m.notifications_push_unsupported()}</p>
  return (
    <>
      <Switch
        className="mt-2"
        checked={isOn ?? false}
        disabled={isBusy}
        onCheckedChange={(on) => void handleChange(on)}
        label={m.notifications_push_here()}
      />
      {problem && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problem}
        </p>
      )}
    </>
  )
}

async function subscribe(): Promise<void> {
  const { publicKey } = await call(getPushKey)
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } })
}

async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription) return
  await call(removePushSubscription, { body: { endpoint: subscription.endpoint } })
  await subscription.unsubscribe()
}
