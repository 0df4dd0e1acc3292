import type { Comparison } from '../lib/compare-with-bare.ts'
import { idOf, type Sizes } from '../lib/fill-rows.ts'
import { read } from './read.ts'

const COMMON = `projects.id, title, category, year, projects.skills, gallery, views_count, likes_count,
  projects.created_at, projects.updated_at, owner_id, name, surname, avatar, professional_position`
const LISTED_COLUMNS = `${COMMON}, substr(projects.description, 1, 301) as description`
const COLUMNS = `${COMMON}, projects.description, professional_role, duration, live_link, github_link, code_sections`
export const DEVELOPER_COLUMNS = `id, name, surname, avatar, description, created_at, professional_position, experience_years, location,
  skills`

export const projectPage = (
  page: string,
) => `select ${LISTED_COLUMNS} from projects join users on users.id = owner_id
  join (${page}) as page on page.id = projects.id order by projects.created_at desc, projects.id desc`
const NEWEST = `select id from projects where deleted_at is null and hidden_at is null
  order by created_at desc, id desc limit 12 offset +$offset`

/** The calls of portfolios and of the directory. */
export function projectCalls({ projects, developers }: Sizes): Comparison[] {
  const middle = idOf('project', Math.floor(projects / 2))
  const lastPage = Math.min(1000, Math.floor(projects / 12))
  return [
    read('projects: first page', '/api/projects?limit=12', [projectPage(NEWEST)], { offset: 0 }),
    read(`projects: page ${lastPage}`, `/api/projects?limit=12&page=${lastPage}`, [projectPage(NEWEST)], {
      offset: (lastPage - 1) * 12,
    }),
    read(
      'projects: two skills',
      '/api/projects?limit=12&skills=react,figma',
      [
        projectPage(`select project_id as id from project_skills as word where key = $one
          and exists (select 1 from project_skills as other where other.project_id = word.project_id and other.key = $two)
          order by project_created_at desc, project_id desc limit 12`),
      ],
      { one: 'figma', two: 'react' },
    ),
    read(
      'project: detail',
      `/api/projects/${middle}`,
      [`select ${COLUMNS} from projects join users on users.id = owner_id where projects.id = $id`],
      { id: middle },
    ),
    read(
      'directory: three filters',
      '/api/devs?limit=12&skills=react&category=Backend&experience=2-4',
      [
        `select ${DEVELOPER_COLUMNS} from users join (select user_id from user_facets as word where facet = 'category:Backend'
          and exists (select 1 from user_facets as other where other.user_id = word.user_id and other.facet = 'years:2-4')
          and exists (select 1 from user_skills as other where other.user_id = word.user_id and other.key = 'react')
          order by user_created_at desc, user_id desc limit 12) on user_id = id order by created_at desc, id desc`,
        `select user_id, facet from user_facets where user_id in (select user_id from user_facets as word
          where facet = 'category:Backend' order by user_created_at desc limit 12)`,
      ],
      {},
    ),
    read(
      'developer: detail',
      `/api/devs/${idOf('developer', developers - 1)}`,
      [
        `select ${DEVELOPER_COLUMNS}, languages, email, resume, linkedin, github from users where id = $id`,
        'select distinct category from projects where owner_id = $id and deleted_at is null and hidden_at is null',
      ],
      { id: idOf('developer', developers - 1) },
    ),
  ]
}
