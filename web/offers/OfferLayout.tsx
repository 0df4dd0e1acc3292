import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import { useSearchParams } from 'react-router'
import { m } from '#contract/texts.ts'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'

/** Cards or a list, in the address of a page of offers. */
export function useOfferLayout() {
  const [search, setSearch] = useSearchParams()
  const layout = search.get('view') === 'list' ? 'list' : 'grid'

  function changeLayout(next: typeof layout) {
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        if (next === 'list') params.set('view', next)
        else params.delete('view')
        return params
      },
      { preventScrollReset: true, replace: true },
    )
  }

  return [layout, changeLayout] as const
}

/** Not on phones, where both look alike. */
export function OfferLayoutToggle() {
  const [layout, changeLayout] = useOfferLayout()
  return (
    <ToggleGroup
      label={m.applications_view()}
      iconsOnly
      options={[
        { value: 'grid', label: m.offers_grid(), icon: <LayoutGrid /> },
        { value: 'list', label: m.offers_list(), icon: <List /> },
      ]}
      value={layout}
      onChange={changeLayout}
      className="max-sm:hidden"
    />
  )
}
