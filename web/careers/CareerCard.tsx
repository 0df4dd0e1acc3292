import Briefcase from 'lucide-react/icons/briefcase'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { m } from '#contract/texts.ts'
import { formatMonth } from '../lib/format.ts'
import { Card } from '../ui/Card.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { smallPicture } from '../ui/picture-files.ts'
import { WrittenText } from '../ui/WrittenText.tsx'
import { CAREER_TEXTS } from './career-texts.tsx'
import type { Career, CareerKind } from './careers.api.ts'

type CareerCardProps = {
  kind: CareerKind
  career: Career
  /** Only for the owner. */
  tools?: { onEdit: () => void; onRemove: () => void } | undefined
}

const ICONS = { experience: <Briefcase />, study: <GraduationCap /> }

export function CareerCard({ kind, career, tools }: CareerCardProps) {
  const { title, organisation, logo, startDate, endDate, description, skills } = career
  return (
    <Card
      as="article"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Logo src={logo} icon={ICONS[kind]} />
      {/* Between logo and tools a phone has room for a single word. */}
      <div className={cn(tools && 'max-sm:col-span-2 max-sm:row-start-2')}>
        <h3 className="text-lg">{title}</h3>
        <p>{organisation}</p>
        <p className="text-muted text-sm tabular-nums">
          {formatMonth(startDate)} - {endDate === null ? CAREER_TEXTS[kind].ongoing() : formatMonth(endDate)}
        </p>
        {description && <WrittenText className="mt-3 text-sm">{description}</WrittenText>}
        {skills.length > 0 && <ChipList items={skills} className="mt-3" />}
      </div>
      {tools && (
        <div className="-mt-2 -mr-2 flex justify-self-end max-sm:col-start-2 max-sm:row-start-1">
          <IconButton label={m.general_edit_named({ title })} size="sm" onClick={tools.onEdit}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={m.general_remove_named({ title })} size="sm" onClick={tools.onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </Card>
  )
}

/** Decorative: the name is beside it. */
function Logo({ src, icon }: { src: string; icon: ReactNode }) {
  const [failedSrc, setFailedSrc] = useState<string>()
  if (src && failedSrc !== src) {
    return (
      <img
        src={smallPicture(src, 48)}
        alt=""
        width={48}
        height={48}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailedSrc(src)}
        className="size-12 shrink-0 rounded-control border border-line bg-white object-contain"
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-items-center rounded-control bg-primary-soft text-primary [&_svg]:size-5"
    >
      {icon}
    </span>
  )
}
