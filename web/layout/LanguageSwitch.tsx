import Languages from 'lucide-react/icons/languages'
import { m } from '#contract/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { DeferredMenu } from './DeferredMenu.tsx'

/** English or Spanish: a different address for visitors, a stored choice for signed-in people (LANG-01). */
export function LanguageSwitch() {
  return (
    <DeferredMenu
      load={() => import('./LanguageMenu.tsx')}
      trigger={
        <IconButton label={m.layout_language()}>
          <Languages aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
