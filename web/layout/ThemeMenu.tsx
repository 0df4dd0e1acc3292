import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { setTheme, useTheme } from '../lib/theme.ts'
import { Menu, MenuRadioGroup } from '../ui/Menu.tsx'
import type { DeferredMenuProps } from './DeferredMenu.tsx'

export default function ThemeMenu(props: DeferredMenuProps) {
  const theme = useTheme()
  return (
    <Menu {...props}>
      <MenuRadioGroup
        label="Theme"
        value={theme}
        onChange={setTheme}
        options={[
          { value: 'light', label: 'Light', icon: <Sun /> },
          { value: 'dark', label: 'Dark', icon: <Moon /> },
          { value: 'system', label: 'System', icon: <Monitor /> },
        ]}
      />
    </Menu>
  )
}
