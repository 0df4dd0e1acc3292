import { Link } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { Logo } from '../ui/Logo.tsx'

/** All links for everyone: the guards decide where Onboarding and Settings lead (decision 38). */
const groups = [
  {
    title: m.layout_services,
    links: [
      [m.layout_home, paths.home()],
      [m.layout_offers, paths.offers()],
      [m.layout_developers, paths.developers()],
      [m.projects_plural, paths.projects()],
    ],
  },
  {
    title: m.layout_company,
    links: [
      [m.layout_about, paths.about()],
      [m.layout_contact, paths.contact()],
      [m.layout_onboarding, paths.onboarding()],
      [m.layout_settings, paths.settings()],
    ],
  },
  {
    title: m.layout_legal,
    links: [
      [m.layout_terms, paths.terms()],
      [m.layout_privacy, paths.privacy()],
      [m.layout_cookies, paths.cookies()],
    ],
  },
] as const

export function Footer() {
  return (
    <footer className="border-line border-t bg-surface">
      <div className="page-width flex flex-col justify-between gap-x-12 gap-y-4 py-4 md:flex-row md:items-center">
        <div>
          <Link
            to={paths.home()}
            aria-label={m.layout_home_of({ name: PRODUCT.name })}
            className="target inline-block no-underline"
          >
            <Logo name={PRODUCT.name} />
          </Link>
          <p className="mt-1 text-muted text-sm max-sm:hidden md:max-w-72">{m.layout_slogan()}</p>
        </div>
        <div className="max-sm:space-y-2 md:shrink-0">
          {groups.map((group) => (
            <nav key={group.title()} aria-label={group.title()} className="sm:flex sm:items-baseline">
              <h2 className="w-28 shrink-0 font-sans font-semibold text-sm tracking-normal">
                {group.title()}
              </h2>
              <ul className="flex flex-wrap gap-x-5">
                {group.links.map(([label, to]) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="inline-flex min-h-9 min-w-11 items-center text-muted text-sm no-underline hover:text-text hover:underline pointer-coarse:min-h-11"
                    >
                      {label()}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
    </footer>
  )
}
