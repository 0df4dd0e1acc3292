import KeyRound from 'lucide-react/icons/key-round'
import UserRound from 'lucide-react/icons/user-round'
import UserX from 'lucide-react/icons/user-x'
import { type ReactNode, useState } from 'react'
import { m, type Text } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { useAuth } from '../lib/auth.ts'
import { fullName } from '../lib/format.ts'
import { useReopenedForm } from '../lib/use-reopened-form.ts'
import { cn } from '../ui/cn.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { AccountRows } from './AccountRows.tsx'
import { LanguageSettings } from './LanguageSettings.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

const tiles = {
  account: {
    title: m.settings_account,
    text: m.settings_account_text,
    icon: <UserRound />,
    tone: 'bg-primary-soft text-primary',
    Dialog: lazyDialog(() => import('./AccountDialog.tsx')),
  },
  password: {
    title: m.settings_change_password_title,
    text: m.settings_change_password_text,
    icon: <KeyRound />,
    tone: 'bg-primary-soft text-primary',
    Dialog: lazyDialog(() => import('./PasswordDialog.tsx')),
  },
  removal: {
    title: m.settings_remove_account_title,
    text: m.settings_remove_account_tile_text,
    icon: <UserX />,
    tone: 'bg-danger-soft text-danger',
    Dialog: lazyDialog(() => import('./RemoveAccountDialog.tsx')),
  },
}
type Tile = keyof typeof tiles

export default function SettingsPage() {
  // The dialog stays mounted while it fades out; a new key resets its form.
  const [shown, setShown] = useState<{ tile: Tile; key: number; open: boolean }>()
  const { profile } = useAuth()
  const ShownDialog = shown && tiles[shown.tile].Dialog
  const show = (tile: Tile) => setShown((last) => ({ tile, key: (last?.key ?? 0) + 1, open: true }))
  // Passwords are never persisted, so only this form can be restored.
  useReopenedForm('settings', shown?.open && shown.tile === 'account' ? shown.tile : undefined, show)
  return (
    <SettingsFrame title={m.settings_personal()}>
      <ul className="grid gap-4 lg:grid-cols-3">
        {(Object.keys(tiles) as Tile[]).map((tile) => (
          <li key={tile}>
            <TileButton
              {...tiles[tile]}
              value={tile === 'account' && profile ? nameAndLocation(profile) : undefined}
              onIntent={() => prefetch(tiles[tile].Dialog.code)}
              onClick={() => show(tile)}
            />
          </li>
        ))}
      </ul>
      {profile && <AccountRows profile={profile} />}
      <LanguageSettings />
      {ShownDialog && (
        <ShownDialog
          key={shown.key}
          open={shown.open}
          onOpenChange={(open) => setShown({ ...shown, open })}
        />
      )}
    </SettingsFrame>
  )
}

function nameAndLocation(profile: User) {
  const { role } = profile
  const { location } = role.type === 'recruiter' ? role.recruiter : role.developer
  return [fullName(profile), location].filter(Boolean).join(' · ')
}

type TileButtonProps = {
  title: Text
  text: Text
  /** The current value. */
  value: string | undefined
  icon: ReactNode
  tone: string
  onIntent: () => void
  onClick: () => void
}

function TileButton({ title, text, value, icon, tone, onIntent, onClick }: TileButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className="flex size-full items-start gap-4 rounded-card border border-line bg-surface p-5 text-left transition-[border-color,box-shadow] hover:border-primary hover:shadow-raised"
    >
      <span
        aria-hidden="true"
        className={cn('grid size-11 shrink-0 place-items-center rounded-control [&_svg]:size-5', tone)}
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block font-bold font-display text-lg leading-tight">{title()}</span>
        {value && <span className="wrap-anywhere mt-1 block font-medium text-sm">{value}</span>}
        <span className="mt-1 block text-muted text-sm">{text()}</span>
      </span>
    </button>
  )
}
