import { listSkills as listSkillsCall, suggestSkills as suggestSkillsCall } from '#contract/skills.ts'
import { route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { listSkills, suggestSkills } from './skills.queries.ts'

export const skillRoutes = ({ db }: Services) => [
  route(suggestSkillsCall, async ({ query }) => asPage(await suggestSkills(db, query.q))),

  route(listSkillsCall, async ({ query }) => asPage(await listSkills(db, query))),
]

/** These lists are not paged (decision 29). */
const asPage = <Item>(items: Item[]) => ({ items, total: items.length })
