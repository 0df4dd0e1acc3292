import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useAuth } from '../lib/auth.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonStyles } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DeferredMenu } from './DeferredMenu.tsx'
import { RoleLabel } from './RoleLabel.tsx'

const Bell = lazy(() => import('../notifications/Bell.tsx'))
const loadUserMenu = () => import('./UserMenu.tsx')

/** The end of the header: Login and Register, or the bell and the user menu. */
export function SessionArea() {
  const who = useAuth()
  if (who.status === 'unknown' || who.status === 'visitor') return <SignInLinks />
  return (
    <div className="flex h-11 items-center gap-1">
      <div className="size-11">
        {who.profile?.hasCompletedOnboarding && (
          <Suspense fallback={null}>
            <Bell />
          </Suspense>
        )}
      </div>
      <div className="flex min-w-10 items-center max-md:hidden">
        {who.profile ? (
          <DeferredMenu
            load={loadUserMenu}
            trigger={
              <button
                type="button"
                className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-left transition-colors hover:bg-hover"
              >
                <Avatar
                  src={who.profile.avatar}
                  name={who.profile.name}
                  surname={who.profile.surname}
                  size={8}
                />
                <span className="min-w-0 leading-tight max-lg:sr-only">
                  <span className="block max-w-40 truncate font-medium text-sm">
                    {who.profile.name} {who.profile.surname}
                  </span>
                  <RoleLabel role={who.role} />
                </span>
                <ChevronDown aria-hidden="true" className="size-4 text-muted" />
              </button>
            }
          />
        ) : (
          <Skeleton className="h-8 w-24" />
        )}
      </div>
    </div>
  )
}

/** Server-rendered pages are a visitor's: public/theme.js hides these where a token is stored. */
function SignInLinks() {
  return (
    <div className="flex items-center gap-2 in-data-session:invisible">
      <Link to={paths.login()} className={buttonStyles({ variant: 'ghost' })}>
        Login
      </Link>
      <Link to={paths.register()} className={cn(buttonStyles(), 'max-md:hidden')}>
        Register
      </Link>
    </div>
  )
}
