import LogOut from 'lucide-react/icons/log-out'
import Send from 'lucide-react/icons/send'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import { Link, useNavigate } from 'react-router'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { logOut } from '../lib/session.ts'
import { paths, profilePath } from '../paths.ts'
import { Es } from '../ui/Es.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import type { DeferredMenuProps } from './DeferredMenu.tsx'
import { RoleLabel } from './RoleLabel.tsx'

/** The user menu of the header (HDR-07 to HDR-09); the drawer has the same entries. */
export default function UserMenu(props: DeferredMenuProps) {
  const who = useAuth()
  const navigate = useNavigate()
  if (!who.role) return null

  function handleLogout() {
    logOut()
    void navigate(paths.home())
  }

  return (
    <Menu {...props}>
      {who.profile && (
        <div className="max-w-60 px-3 pt-2 pb-1 wide:hidden">
          <p className="truncate font-medium text-sm">
            {who.profile.name} {who.profile.surname}
          </p>
          <RoleLabel role={who.role} />
        </div>
      )}
      <MenuItem icon={<UserRound />} render={<Link to={profilePath(who)} />}>
        <Es>{m.layout_view_profile()}</Es>
      </MenuItem>
      {who.role === 'developer' && (
        <MenuItem icon={<Send />} render={<Link to={paths.applications()} />}>
          {m.layout_applications()}
        </MenuItem>
      )}
      {who.profile?.moderator && (
        <MenuItem icon={<ShieldCheck />} render={<Link to={paths.admin()} />}>
          {m.moderation_title()}
        </MenuItem>
      )}
      <MenuItem icon={<Settings />} render={<Link to={paths.settings()} />}>
        {m.layout_settings()}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={handleLogout}>
        {m.layout_logout()}
      </MenuItem>
    </Menu>
  )
}
