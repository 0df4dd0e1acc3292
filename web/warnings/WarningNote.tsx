import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import type { Warning } from '#contract/warnings.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/cn.ts'

const TEXTS: Record<Warning, () => string> = {
  documents: m.trust_warning_documents,
  messenger: m.trust_warning_messenger,
  money: m.trust_warning_money,
  repository: m.trust_warning_repository,
  wallet: m.trust_warning_wallet,
}

/** Names the sign of a scam in a text, with a link to the page of signs (TRUST-03). */
export function WarningNote({ warning, className }: { warning: Warning; className?: string }) {
  return (
    <div
      role="note"
      className={cn(
        'flex items-start gap-2 rounded-control border border-danger/25 bg-danger-soft px-3 py-1 text-sm',
        className,
      )}
    >
      <TriangleAlert aria-hidden="true" className="mt-3.5 size-4 shrink-0 text-danger" />
      <p className="min-w-0 py-2.5">
        {TEXTS[warning]()}{' '}
        <Link to={paths.safety()} className="text-link underline">
          {m.trust_safety_link()}
        </Link>
      </p>
    </div>
  )
}
