import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { paths } from '../paths.ts'
import { SettingsSections } from './SettingsSections.tsx'

type SettingsFrameProps = { title: string; children: ReactNode }

/** A section of the settings: beside the list of all sections, on phones with the list at the end of the first one. */
export function SettingsFrame({ title, children }: SettingsFrameProps) {
  const isWide = useMediaQuery('(width >= 768px)')
  const isFirst = useLocation().pathname.endsWith(paths.settings())
  if (isWide) {
    return (
      <Page title={title}>
        <div className="grid grid-cols-[13rem_minmax(0,1fr)] items-start gap-8 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-12">
          <SettingsSections variant="side" />
          <div className="grid min-w-0 max-w-4xl gap-4">{children}</div>
        </div>
      </Page>
    )
  }
  return (
    <Page title={title} above={!isFirst && <WayBack />}>
      <div className="grid grid-cols-1 gap-4">
        {children}
        {isFirst && <SettingsSections variant="list" />}
      </div>
    </Page>
  )
}

const WayBack = () => (
  <Link
    to={paths.settings()}
    className="-mt-4 -ml-1 mb-2 inline-flex min-h-11 items-center gap-1 px-1 text-muted text-sm no-underline hover:underline"
  >
    <ChevronLeft aria-hidden="true" className="size-4" />
    {m.settings_all()}
  </Link>
)
