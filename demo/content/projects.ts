import type { Category } from '#contract/values.ts'
import type { ProjectSeed } from './project-seed.ts'
import { BACKEND_PROJECTS } from './projects-backend.ts'
import { DESIGN_PROJECTS } from './projects-design.ts'
import { DEVOPS_PROJECTS } from './projects-devops.ts'
import { FRONTEND_PROJECTS } from './projects-frontend.ts'
import { FULL_STACK_PROJECTS } from './projects-fullstack.ts'
import { MOBILE_PROJECTS } from './projects-mobile.ts'

export const PROJECTS: (ProjectSeed & { category: Category })[] = [
  ...inCategory('Frontend', FRONTEND_PROJECTS),
  ...inCategory('Backend', BACKEND_PROJECTS),
  ...inCategory('Full Stack', FULL_STACK_PROJECTS),
  ...inCategory('Mobile', MOBILE_PROJECTS),
  ...inCategory('DevOps', DEVOPS_PROJECTS),
  ...inCategory('UX/UI', DESIGN_PROJECTS),
]

function inCategory(category: Category, projects: ProjectSeed[]) {
  return projects.map((project) => ({ ...project, category }))
}
