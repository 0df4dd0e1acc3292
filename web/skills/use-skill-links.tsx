import { Link, useLocation, useSearchParams } from 'react-router'
import { readSkills, withParams } from '../lists/list-params.ts'

/** Links of skills to a list filtered by them; on that list they add to its filters (FLOW-04). */
export function useSkillLinks(list: string) {
  const { pathname } = useLocation()
  const [here] = useSearchParams()
  const search = pathname === list ? here : new URLSearchParams()
  const chosen = readSkills(search)
  return (skill: string) => {
    const skills = [...new Set([...chosen, skill])].join(',')
    // No search engine should follow the combinations.
    return (
      <Link to={{ pathname: list, search: `?${withParams(search, { skills, page: '' })}` }} rel="nofollow" />
    )
  }
}
