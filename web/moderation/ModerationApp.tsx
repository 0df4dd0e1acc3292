import { NavLink, Route, Routes } from 'react-router'
import { m } from '#contract/texts.ts'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { paths } from '../paths.ts'
import { cn } from '../ui/cn.ts'
import { AnnouncementsPage } from './AnnouncementsPage.tsx'
import { FailedJobsPage } from './FailedJobsPage.tsx'
import { LogPage } from './LogPage.tsx'
import { OffersPage, PeoplePage } from './LookUpPages.tsx'
import { NumbersPage } from './NumbersPage.tsx'
import { QueuePage } from './QueuePage.tsx'
import { ReportPage } from './ReportPage.tsx'
import { SupportTicketsPage } from './SupportTicketsPage.tsx'

/** All pages of moderators. */
export default function ModerationApp() {
  return (
    <>
      <nav aria-label={m.moderation_title()} className="page-width flex flex-wrap gap-1 pt-6">
        {[
          { to: paths.admin(), label: m.moderation_reports() },
          { to: paths.adminPeople(), label: m.moderation_people() },
          { to: paths.adminOffers(), label: m.moderation_offers() },
          { to: paths.adminTickets(), label: m.moderation_tickets() },
          { to: paths.adminLog(), label: m.moderation_log() },
          { to: paths.adminNumbers(), label: m.moderation_numbers() },
          { to: paths.adminJobs(), label: m.moderation_jobs() },
          { to: paths.adminAnnouncements(), label: m.announcements_title() },
        ].map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              cn(
                'inline-flex min-h-11 items-center rounded-control px-3 font-medium no-underline hover:bg-hover',
                isActive && 'bg-primary-soft text-primary',
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <Routes>
        <Route index element={<QueuePage />} />
        <Route path="reports/:reportId" element={<ReportPage />} />
        <Route path="people" element={<PeoplePage />} />
        <Route path="offers" element={<OffersPage />} />
        <Route path="tickets" element={<SupportTicketsPage />} />
        <Route path="log" element={<LogPage />} />
        <Route path="numbers" element={<NumbersPage />} />
        <Route path="jobs" element={<FailedJobsPage />} />
        <Route path="announcements" element={<AnnouncementsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </>
  )
}
