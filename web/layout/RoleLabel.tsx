import { m } from '#contract/texts.ts'
import type { Role } from '#contract/users.ts'
import { cn } from '../ui/cn.ts'

export function RoleLabel({ role }: { role: Role }) {
  return (
    <span className={cn('block text-xs', role === 'recruiter' ? 'text-secondary' : 'text-primary')}>
      {role === 'recruiter' ? m.general_recruiter() : m.general_developer()}
    </span>
  )
}
