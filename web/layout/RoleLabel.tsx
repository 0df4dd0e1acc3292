import type { Role } from '#contract/users.ts'
import { cn } from '../ui/cn.ts'

export function RoleLabel({ role }: { role: Role }) {
  return (
    <span className={cn('block text-xs', role === 'recruiter' ? 'text-secondary' : 'text-primary')}>
      {role === 'recruiter' ? 'Recruiter' : 'Developer'}
    </span>
  )
}
