import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import UserRound from 'lucide-react/icons/user-round'
import { Link, useNavigate } from 'react-router'
import { useAuth } from '../lib/auth.ts'
import { logOut } from '../lib/session.ts'
import { paths, profilePath } from '../paths.ts'
import { Es } from '../ui/Es.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import type { DeferredMenuProps } from './DeferredMenu.tsx'

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
      <MenuItem icon={<UserRound />} render={<Link to={profilePath(who)} />}>
        <Es>Ver Perfil</Es>
      </MenuItem>
      <MenuItem icon={<Settings />} render={<Link to={paths.settings()} />}>
        Settings
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={handleLogout}>
        Logout
      </MenuItem>
    </Menu>
  )
}
