import BellIcon from 'lucide-react/icons/bell'
import ChevronDown from 'lucide-react/icons/chevron-down'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { CHAT_SLOT } from '../lib/open-chat.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonStyles } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { DeferredMenu } from './DeferredMenu.tsx'
import { RoleLabel } from './RoleLabel.tsx'

const Bell = lazyPart(() => import('../notifications/Bell.tsx'))
const loadUserMenu = () => import('./UserMenu.tsx')

/** Reserves room for the longest shown name, against layout shifts when the person is loaded. */
const WIDTH = 'md:min-w-42 lg:min-w-80 wide:min-w-84'

/** The end of the header: Login and Register, or the bell and the user menu. */
export function SessionArea() {
  const who = useAuth()
  if (who.status === 'unknown' || who.status === 'visitor') return <SignInLinks />
  // Chat and bell come with the end of the onboarding (decision 35).
  const hasInbox = who.profile?.hasCompletedOnboarding ?? true
  return (
    <div className={cn(hasInbox && WIDTH, 'flex h-11 items-center gap-1')}>
      {hasInbox && (
        <>
          <div id={CHAT_SLOT} className="size-11">
            <ComingIcon>
              <MessageCircle />
            </ComingIcon>
          </div>
          <div className="size-11">{who.profile ? <BellOnceLoaded /> : COMING_BELL}</div>
        </>
      )}
      <div className="ml-auto flex min-w-10 items-center max-md:hidden">
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
                <span className="min-w-0 whitespace-nowrap leading-tight max-lg:sr-only">
                  <span className="block max-w-36 truncate wide:max-w-40 font-medium text-sm">
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

function BellOnceLoaded() {
  return (
    <Suspense fallback={COMING_BELL}>
      <Bell />
    </Suspense>
  )
}

/** A placeholder for a button whose code is loading; hidden beside it. */
function ComingIcon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="hidden size-11 place-items-center text-muted only:grid [&_svg]:size-5"
    >
      {children}
    </span>
  )
}

const COMING_BELL = (
  <ComingIcon>
    <BellIcon />
  </ComingIcon>
)

/** Server-rendered pages are for visitors: public/theme.js hides these where a token is stored. */
function SignInLinks() {
  return (
    <div className="flex items-center justify-end gap-2 in-data-session:invisible md:in-data-session:w-42 md:in-data-session:overflow-hidden lg:in-data-session:w-80 wide:in-data-session:w-84">
      <Link to={paths.login()} className={buttonStyles({ variant: 'ghost' })}>
        {m.layout_login()}
      </Link>
      <Link to={paths.register()} className={cn(buttonStyles(), 'max-md:hidden')}>
        {m.layout_register()}
      </Link>
    </div>
  )
}
