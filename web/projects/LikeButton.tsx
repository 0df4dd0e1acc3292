import Heart from 'lucide-react/icons/heart'
import { m } from '#contract/texts.ts'
import { formatCount } from '../lib/format.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import type { useLike } from './use-like.ts'

/** Only for people who are signed in (PROJD-06). */
export function LikeButton({ like }: { like: ReturnType<typeof useLike> }) {
  if (!like.canLike) return null
  return (
    <>
      <Button
        variant={like.liked ? 'secondary' : 'outline'}
        full
        aria-pressed={like.liked}
        disabled={like.isLoading}
        loading={like.isChanging}
        onClick={like.toggle}
      >
        <Heart aria-hidden="true" className={cn(like.liked && 'fill-current')} />
        {like.liked ? m.projects_liked() : m.projects_like()}
        {/* Its text is among the facts. */}
        <span aria-hidden="true" className="tabular-nums">
          {formatCount(like.likes)}
        </span>
      </Button>
      {like.failure && <Alert tone="danger">{like.failure}</Alert>}
    </>
  )
}
