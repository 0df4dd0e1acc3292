import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { m } from '#contract/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { DeferredMenu } from './DeferredMenu.tsx'
import { useTheme } from './theme.ts'

const icons = { light: Sun, dark: Moon, system: Monitor }

/** Light, dark or system, stored (decision 38). */
export function ThemeSwitch() {
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <DeferredMenu
      load={() => import('./ThemeMenu.tsx')}
      trigger={
        <IconButton label={m.layout_theme()}>
          <Icon aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
