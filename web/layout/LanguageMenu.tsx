import { LANGUAGE_NAMES, LANGUAGES } from '#contract/locale.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { DeferredMenuProps } from './DeferredMenu.tsx'
import { LanguageLink } from './LanguageLink.tsx'

export default function LanguageMenu(props: DeferredMenuProps) {
  return (
    <Menu {...props}>
      {LANGUAGES.map((language) => (
        <MenuItem key={language} render={<LanguageLink language={language} />}>
          {LANGUAGE_NAMES[language]}
        </MenuItem>
      ))}
    </Menu>
  )
}
