import { languagesPath, repositoryPath, wholeTreePath } from '../../server/github/api-paths.ts'
import { storeResponse } from '../../server/github/github.queries.ts'
import type { Engine, Tx } from '../../server/lib/db.ts'
import { changeTotal } from '../../server/lib/totals.ts'
import { updateProject } from '../../server/projects/projects.writes.ts'
import type { Experience, Study, World } from '../world-types.ts'
import { inBatches } from './in-batches.ts'

/** Projects with likes and views, in order of publication. */
export async function insertProjects(tx: Tx, { projects, likes }: World, engine: Engine): Promise<void> {
  const likesOf = Map.groupBy(likes, (like) => like.projectId)
  for (const { id, ownerId, createdAt, updatedAt, views, ...project } of projects) {
    const { title, category, year, ...rest } = project
    await tx
      .insertInto('projects')
      .values({ id, owner_id: ownerId, title, category, year, created_at: createdAt, updated_at: updatedAt })
      .execute()
    // Derives skills, search text and repository as for every project.
    await updateProject(tx, ownerId, id, rest, engine)
    const counts = { views_count: views, likes_count: likesOf.get(id)?.length ?? 0 }
    await tx
      .updateTable('projects')
      .set({ ...counts, updated_at: updatedAt })
      .where('id', '=', id)
      .execute()
  }
  await changeTotal(tx, 'projects', projects.length)
  const rows = likes.map((like) => ({
    project_id: like.projectId,
    user_id: like.userId,
    owner_id: like.ownerId,
    created_at: like.createdAt,
  }))
  await inBatches(rows, (batch) => tx.insertInto('likes').values(batch).execute())
}

export async function insertCareers(tx: Tx, { experiences, studies }: World): Promise<void> {
  const jobs = experiences.map((job) => ({
    ...careerRow(job),
    company: job.company,
    company_logo: job.companyLogo,
    position: job.position,
    skills: JSON.stringify(job.experienceSkills),
  }))
  const courses = studies.map((study) => ({
    ...careerRow(study),
    degree: study.degree,
    institute_name: study.instituteName,
    institute_logo: study.instituteLogo,
  }))
  await inBatches(jobs, (batch) => tx.insertInto('experiences').values(batch).execute())
  await inBatches(courses, (batch) => tx.insertInto('studies').values(batch).execute())
}

/** Current entries sort before ended ones (server/migrations/0004_careers.ts). */
const OPEN_END = '9999-12'

const careerRow = (entry: Experience | Study) => ({
  id: entry.id,
  owner_id: entry.ownerId,
  description: entry.description,
  start_month: entry.startDate,
  end_month: entry.endDate,
  sort_end: entry.endDate ?? OPEN_END,
  created_at: entry.createdAt,
  updated_at: entry.createdAt,
})

/** Cached as if the repository host had responded now, so that the panels work offline. */
export async function insertRepositories(tx: Tx, { repositories, now }: World): Promise<void> {
  for (const { name, repository, tree, languages } of repositories) {
    const key = name.toLowerCase()
    const responses = [
      { path: repositoryPath(key), body: repository },
      { path: wholeTreePath(key, repository.default_branch), body: tree },
      { path: languagesPath(key), body: languages },
    ]
    for (const { path, body } of responses) {
      await storeResponse(tx, { path, status: 200, etag: null, body: JSON.stringify(body) }, now)
    }
  }
}
