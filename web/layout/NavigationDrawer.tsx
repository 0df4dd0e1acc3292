import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Sun from 'lucide-react/icons/sun'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { Link, NavLink, useNavigate } from 'react-router'
import { LANGUAGES } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { logOut } from '../lib/session.ts'
import { paths, profilePath } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonStyles } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { Es } from '../ui/Es.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import { LanguageLink } from './LanguageLink.tsx'
import { mainLinks } from './main-links.ts'
import { RoleLabel } from './RoleLabel.tsx'
import { setTheme, type Theme, useTheme } from './theme.ts'

type NavigationDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void }

const themeOptions = (): { value: Theme; label: string; icon: ReactNode }[] => [
  { value: 'light', label: m.layout_light(), icon: <Sun /> },
  { value: 'dark', label: m.layout_dark(), icon: <Moon /> },
  { value: 'system', label: m.layout_system(), icon: <Monitor /> },
]

/** The header's links on phones, and the second user menu (decision 38). */
export default function NavigationDrawer({ open, onOpenChange }: NavigationDrawerProps) {
  const who = useAuth()
  const theme = useTheme()
  const navigate = useNavigate()
  const close = () => onOpenChange(false)

  function handleLogout() {
    close()
    logOut()
    void navigate(paths.home())
  }

  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={m.layout_menu()}>
      {who.profile && (
        <div className="mb-4 flex items-center gap-3">
          <Avatar src={who.profile.avatar} name={who.profile.name} surname={who.profile.surname} size={10} />
          <div className="min-w-0">
            <p className="truncate font-medium">
              {who.profile.name} {who.profile.surname}
            </p>
            <RoleLabel role={who.role} />
          </div>
        </div>
      )}
      <nav aria-label={m.layout_main()}>
        {mainLinks(who.role).map(({ label, to }) => (
          <NavLink
            key={to}
            to={to}
            onClick={close}
            className={({ isActive }) => cn(entryStyles, isActive && 'bg-primary-soft text-primary')}
          >
            {label()}
          </NavLink>
        ))}
      </nav>
      <hr className="my-4 border-line" />
      {who.role ? (
        <nav aria-label={m.layout_account()}>
          <Link to={profilePath(who)} onClick={close} className={entryStyles}>
            <UserRound aria-hidden="true" />
            <Es>{m.layout_view_profile()}</Es>
          </Link>
          {who.role === 'developer' && (
            <Link to={paths.applications()} onClick={close} className={entryStyles}>
              <Send aria-hidden="true" />
              {m.layout_applications()}
            </Link>
          )}
          {who.profile?.moderator && (
            <Link to={paths.admin()} onClick={close} className={entryStyles}>
              <ShieldCheck aria-hidden="true" />
              {m.moderation_title()}
            </Link>
          )}
          <Link to={paths.settings()} onClick={close} className={entryStyles}>
            <Settings aria-hidden="true" />
            {m.layout_settings()}
          </Link>
          <button type="button" onClick={handleLogout} className={entryStyles}>
            <LogOut aria-hidden="true" />
            {m.layout_logout()}
          </button>
        </nav>
      ) : (
        <div className="grid gap-2">
          <Link
            to={paths.login()}
            onClick={close}
            className={buttonStyles({ variant: 'outline', size: 'lg' })}
          >
            {m.layout_login()}
          </Link>
          <Link to={paths.register()} onClick={close} className={buttonStyles({ size: 'lg' })}>
            {m.layout_register()}
          </Link>
        </div>
      )}
      <hr className="my-4 border-line" />
      <nav aria-label={m.layout_language()} className="mb-4 flex items-center justify-between gap-4">
        <span className="text-sm">{m.layout_language()}</span>
        <span className="flex gap-1">
          {LANGUAGES.map((language) => (
            <LanguageLink
              key={language}
              language={language}
              className="inline-flex min-h-11 items-center rounded-control px-3 text-sm hover:bg-hover aria-current:bg-primary-soft aria-current:text-primary"
            />
          ))}
        </span>
      </nav>
      <div className="flex items-center justify-between gap-4">
        <span className="text-sm">{m.layout_theme()}</span>
        <ToggleGroup
          label={m.layout_theme()}
          options={themeOptions()}
          value={theme}
          onChange={setTheme}
          iconsOnly
        />
      </div>
    </Drawer>
  )
}

const entryStyles =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-3 font-medium no-underline transition-colors hover:bg-hover [&_svg]:size-5 [&_svg]:text-muted'
