import Banknote from 'lucide-react/icons/banknote'
import Briefcase from 'lucide-react/icons/briefcase'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarDays from 'lucide-react/icons/calendar-days'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import House from 'lucide-react/icons/house'
import Languages from 'lucide-react/icons/languages'
import MapPin from 'lucide-react/icons/map-pin'
import UsersRound from 'lucide-react/icons/users-round'
import type { ReactNode } from 'react'
import type { Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { useNow } from '../lib/clock.ts'
import { formatDate, postedAgo } from '../lib/format.ts'
import { applicantCount, contractTypes, payOf, workplaceOf } from './offer-format.ts'

/** The facts of an offer on its page; those without a value are left out. */
export function OfferFacts({ offer }: { offer: Offer }) {
  const now = useNow()
  const facts: { label: string; icon: ReactNode; value: string | null }[] = [
    { label: m.general_location(), icon: <MapPin />, value: offer.location },
    { label: m.offers_contract_type_label(), icon: <Briefcase />, value: contractTypes(offer) },
    {
      label: offer.pay ? m.offers_salary() : m.offers_fact_pay(),
      icon: <Banknote />,
      value: payOf(offer) ?? m.offers_pay_none(),
    },
    { label: m.offers_fact_workplace(), icon: <House />, value: workplaceOf(offer) },
    {
      label: m.offers_fact_years(),
      icon: <GraduationCap />,
      value: offer.minYears ? m.offers_years({ count: offer.minYears }) : null,
    },
    { label: m.devs_language(), icon: <Languages />, value: offer.language },
    {
      label: m.offers_published(),
      icon: <CalendarDays />,
      value: offer.publishedAt && postedAgo(offer.publishedAt, now),
    },
    {
      label: m.offers_fact_end(),
      icon: <CalendarClock />,
      value: offer.state === 'published' ? formatDate(offer.closesAt) : null,
    },
    { label: m.offers_interest(), icon: <UsersRound />, value: applicantCount(offer.applicantsCount) },
  ]
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 rounded-card border border-line bg-surface p-5 sm:gap-x-6 sm:p-6 md:grid-cols-3">
      {facts.map(
        ({ label, icon, value }) =>
          value && (
            <div key={label} className="relative min-w-0 sm:pl-8">
              <dt className="flex items-center gap-1.5 text-muted text-sm">
                <span
                  aria-hidden="true"
                  className="top-0.5 left-0 text-primary sm:absolute [&_svg]:size-4 sm:[&_svg]:size-5"
                >
                  {icon}
                </span>
                {label}
              </dt>
              <dd className="font-medium max-sm:text-sm">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
