import MenuIcon from 'lucide-react/icons/menu'
import { Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { HeaderSearch } from './HeaderSearch.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { mainLinks } from './main-links.ts'
import { SessionArea } from './SessionArea.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const loadDrawer = () => import('./NavigationDrawer.tsx')
const NavigationDrawer = lazyPart(loadDrawer)

export function Header() {
  const { role } = useAuth()
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface">
      <div className="page-width flex h-16 items-center gap-2 md:gap-3 lg:gap-4 wide:gap-6">
        <Link
          to={paths.home()}
          aria-label={m.layout_home_of({ name: PRODUCT.name })}
          className="inline-flex min-h-11 min-w-11 items-center no-underline"
        >
          <Logo name={PRODUCT.name} compact />
        </Link>
        <nav aria-label={m.layout_main()} className="hidden h-full md:flex">
          {mainLinks(role).map(({ label, to }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                cn(
                  'inline-flex items-center whitespace-nowrap border-y-2 border-transparent px-2 font-medium text-sm no-underline transition-colors hover:text-primary focus-visible:-outline-offset-2 wide:px-4 forced-colors:border-t-[Canvas]',
                  isActive ? 'border-b-primary text-primary' : 'text-text forced-colors:border-b-[Canvas]',
                )
              }
            >
              {label()}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 wide:gap-2">
          <HeaderSearch />
          <div className="hidden md:flex">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          <SessionArea />
          <DrawerButton />
        </div>
      </div>
    </header>
  )
}

function DrawerButton() {
  const [isOpen, setOpen] = useState<boolean>()
  return (
    <div className="md:hidden">
      <IconButton
        label={m.layout_menu()}
        aria-haspopup="dialog"
        aria-expanded={isOpen ?? false}
        onPointerEnter={() => prefetch(loadDrawer)}
        onFocus={() => prefetch(loadDrawer)}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden="true" />
      </IconButton>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <NavigationDrawer open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
