import { KeyRound, UserRound, UserX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Page } from '../layout/Page.tsx'
import { useReopenedForm } from '../lib/use-reopened-form.ts'
import { ChatSettings } from './ChatSettings.tsx'

const tiles = {
  account: {
    title: 'User Account',
    text: 'Your name, location, phone and birth date.',
    icon: <UserRound />,
    load: () => import('./AccountDialog.tsx'),
  },
  password: {
    title: 'Change Password',
    text: 'A new password for your next sign-in.',
    icon: <KeyRound />,
    load: () => import('./PasswordDialog.tsx'),
  },
  removal: {
    title: 'Remove Account',
    text: 'Deactivate your account and hide everything in it.',
    icon: <UserX />,
    load: () => import('./RemoveAccountDialog.tsx'),
  },
}
type Tile = keyof typeof tiles

const dialogs = {
  account: lazy(tiles.account.load),
  password: lazy(tiles.password.load),
  removal: lazy(tiles.removal.load),
}

export default function SettingsPage() {
  // What was opened stays mounted while it fades out; a new key begins a fresh form.
  const [shown, setShown] = useState<{ tile: Tile; key: number; open: boolean }>()
  const ShownDialog = shown && dialogs[shown.tile]
  const show = (tile: Tile) => setShown((last) => ({ tile, key: (last?.key ?? 0) + 1, open: true }))
  // Passwords are not kept, so only this one has something to come back to.
  useReopenedForm('settings', shown?.open && shown.tile === 'account' ? shown.tile : undefined, show)
  return (
    <Page title="Personal information">
      <ul className="grid gap-4 lg:grid-cols-3">
        {(Object.keys(tiles) as Tile[]).map((tile) => (
          <li key={tile}>
            <TileButton {...tiles[tile]} onClick={() => show(tile)} />
          </li>
        ))}
      </ul>
      <ChatSettings />
      {ShownDialog && (
        <Suspense fallback={null}>
          <ShownDialog
            key={shown.key}
            open={shown.open}
            onOpenChange={(open) => setShown({ ...shown, open })}
          />
        </Suspense>
      )}
    </Page>
  )
}

type TileButtonProps = {
  title: string
  text: string
  icon: ReactNode
  load: () => Promise<unknown>
  onClick: () => void
}

function TileButton({ title, text, icon, load, onClick }: TileButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      onPointerEnter={load}
      onFocus={load}
      className="flex size-full items-start gap-4 rounded-card border border-line bg-surface p-5 text-left transition-[border-color,box-shadow] hover:border-primary hover:shadow-raised"
    >
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary [&_svg]:size-5"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block font-bold font-display text-lg leading-tight">{title}</span>
        <span className="mt-1 block text-muted text-sm">{text}</span>
      </span>
    </button>
  )
}
