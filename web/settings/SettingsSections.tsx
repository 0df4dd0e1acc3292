import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { NavLink } from 'react-router'
import type { SettingsSummary } from '#contract/settings.ts'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { useAuth } from '../lib/auth.ts'
import { fullName } from '../lib/format.ts'
import { shownTypes } from '../notifications/shown-types.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/cn.ts'
import { settingsSummaryQuery } from './settings.api.ts'

type Section = { path: string; label: string; value: string }

/** The sections of the settings, each with its address and its current values. */
export function SettingsSections({ variant }: { variant: 'side' | 'list' }) {
  const { profile } = useAuth()
  const { data: summary } = useQuery(settingsSummaryQuery())
  const isSide = variant === 'side'
  const all = sectionsOf(profile, summary)
  // The list is on the page of the first one.
  const sections = isSide ? all : all.slice(1)
  return (
    <nav aria-label={m.settings_sections()} className={cn(isSide && 'sticky top-24')}>
      {!isSide && <h2 className="mt-4 mb-3 text-lg">{m.settings_all()}</h2>}
      <ul
        className={cn(
          isSide
            ? 'grid gap-1'
            : 'divide-y divide-line overflow-hidden rounded-card border border-line bg-surface',
        )}
      >
        {sections.map(({ path, label, value }) => (
          <li key={path}>
            <NavLink
              end
              to={path}
              className={({ isActive }) =>
                cn(
                  'flex min-h-11 items-center gap-3 no-underline focus-visible:-outline-offset-2',
                  isSide ? 'rounded-control px-3 py-2' : 'px-5 py-3',
                  isActive ? 'bg-primary-soft text-primary' : 'text-text hover:bg-hover',
                )
              }
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium text-sm">{label}</span>{' '}
                {value && <span className="wrap-anywhere block text-muted text-xs">{value}</span>}
              </span>
              {!isSide && <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const join = (...values: (string | false | undefined)[]) => values.filter(Boolean).join(' · ')

function sectionsOf(profile: User | undefined, summary: SettingsSummary | undefined): Section[] {
  const role = profile?.role
  const sections = [
    { path: paths.settings(), label: m.settings_account(), value: profile ? fullName(profile) : '' },
    {
      path: paths.securitySettings(),
      label: m.security_title(),
      value: join(
        summary && (summary.secondFactor ? m.settings_second_on() : m.settings_second_off()),
        summary && m.settings_sessions({ count: summary.sessions }),
      ),
    },
    {
      path: paths.notificationSettings(),
      label: m.notifications_title(),
      value: role && summary ? notificationsText(role.type, summary) : '',
    },
    {
      path: paths.privacySettings(),
      label: m.settings_privacy(),
      value: summary ? blockedText(summary.blocked) : '',
    },
    {
      path: paths.addressSettings(),
      label: m.handles_title(),
      value: profile ? (profile.handle ? `/@${profile.handle}` : m.settings_no_address()) : '',
    },
  ]
  if (role?.type !== 'recruiter') return sections
  const { companyName } = role.recruiter
  const company = {
    path: paths.companySettings(),
    label: m.settings_company(),
    value: join(companyName, summary && (summary.domain ?? m.recruiters_not_verified())),
  }
  return [...sections, company]
}

function notificationsText(role: User['role']['type'], { mailTypes, quiet }: SettingsSummary) {
  const shown: readonly number[] = shownTypes(role)
  return join(
    m.settings_mails({ count: shown.filter((type) => mailTypes.includes(type)).length, all: shown.length }),
    quiet ? m.settings_quiet({ from: quiet.from, to: quiet.to }) : undefined,
  )
}

const blockedText = (count: number) =>
  count === 0 ? m.settings_blocked_none() : m.settings_blocked({ count })
