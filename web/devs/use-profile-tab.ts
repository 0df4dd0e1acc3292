import { useSearchParams } from 'react-router'
import { readPage, withParams } from '../lists/list-params.ts'

export const PORTFOLIO_TABS = ['experiences', 'projects', 'studies'] as const
export type PortfolioTab = (typeof PORTFOLIO_TABS)[number]
/** 'offers' is the owner's second top-level tab. */
export type ProfileTab = PortfolioTab | 'offers'

/** The tab of the profile and the page of its list, both in the URL. */
export function useProfileTab(first: PortfolioTab) {
  const [search, setSearch] = useSearchParams()
  const show = (tab: ProfileTab) =>
    setSearch((now) => withParams(now, { tab: tab === first ? '' : tab, page: '' }), {
      replace: true,
      preventScrollReset: true,
    })
  return { tab: readProfileTab(search, first), page: readPage(search), show }
}

export function readProfileTab(search: URLSearchParams, first: PortfolioTab): ProfileTab {
  const wanted = search.get('tab')
  if (wanted === 'offers') return wanted
  return PORTFOLIO_TABS.find((tab) => tab === wanted) ?? first
}
