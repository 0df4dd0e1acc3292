import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { m } from '#contract/texts.ts'
import { Menu, MenuRadioGroup } from '../ui/Menu.tsx'
import type { DeferredMenuProps } from './DeferredMenu.tsx'
import { setTheme, useTheme } from './theme.ts'

export default function ThemeMenu(props: DeferredMenuProps) {
  const theme = useTheme()
  return (
    <Menu {...props}>
      <MenuRadioGroup
        label={m.layout_theme()}
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'light', label: m.layout_light(), icon: <Sun /> },
          { value: 'dark', label: m.layout_dark(), icon: <Moon /> },
          { value: 'system', label: m.layout_system(), icon: <Monitor /> },
        ]}
      />
    </Menu>
  )
}
