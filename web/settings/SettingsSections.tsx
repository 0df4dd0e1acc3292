import { useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { m, type Text } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/cn.ts'
import { useScrolledTo } from '../ui/use-scrolled-to.ts'

const SECTIONS: readonly (readonly [path: string, label: Text])[] = [
  [paths.settings(), m.settings_account],
  [paths.securitySettings(), m.security_title],
  [paths.notificationSettings(), m.notifications_title],
  [paths.addressSettings(), m.handles_title],
]
const COMPANY = [paths.companySettings(), m.settings_company] as const

/** The sections of the settings, each with its own URL. */
export function SettingsSections() {
  const { role } = useAuth()
  const sections = role === 'recruiter' ? [...SECTIONS, COMPANY] : SECTIONS
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  useScrolledTo(
    list,
    sections.findIndex(([path]) => pathname.endsWith(path)),
  )
  return (
    <nav aria-label={m.settings_sections()} className="mb-6">
      <ul ref={list} className="scroll-quiet relative flex border-line border-b">
        {sections.map(([path, label]) => (
          <li key={path}>
            <NavLink
              end
              to={path}
              className={({ isActive }) =>
                cn(
                  'inline-flex min-h-11 items-center whitespace-nowrap border-b-2 px-3 font-medium text-sm no-underline hover:text-primary focus-visible:-outline-offset-2',
                  isActive ? 'border-primary text-primary' : 'border-transparent text-text',
                )
              }
            >
              {label()}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
