import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import { useSearchParams } from 'react-router'
import { m } from '#contract/texts.ts'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'

type Layout = 'grid' | 'list'

/** Cards or a list; in the URL unless it is the default of the page. */
export function useOfferLayout(usual: Layout = 'grid') {
  const [search, setSearch] = useSearchParams()
  const other = usual === 'grid' ? 'list' : 'grid'
  const layout = search.get('view') === other ? other : usual

  function changeLayout(next: Layout) {
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        if (next !== usual) params.set('view', next)
        else params.delete('view')
        return params
      },
      { preventScrollReset: true, replace: true },
    )
  }

  return [layout, changeLayout] as const
}

/** Not on phones, where both are the same. */
export function OfferLayoutToggle({ usual }: { usual?: Layout }) {
  const [layout, changeLayout] = useOfferLayout(usual)
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
