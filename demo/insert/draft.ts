import type { Tx } from '../../server/lib/db.ts'
import { setOrder } from '../../server/projects/order.queries.ts'
import { insertProject } from '../../server/projects/projects.writes.ts'
import { DEMO_DEVELOPER } from '../accounts.ts'
import type { World } from '../world-types.ts'

const PINNED = ['Corriente', 'Vecina']

/** The draft of the demo developer, and her pinned projects. */
export async function insertDraft(tx: Tx, { developers, projects, now }: World): Promise<void> {
  const { id } = developers.find(({ email }) => email === DEMO_DEVELOPER) ?? {}
  if (id === undefined) return
  const draft = {
    title: 'Marea: a tide table for one beach',
    category: 'Frontend' as const,
    year: new Date(now).getUTCFullYear(),
    professionalRole: 'Creator',
    duration: '1 weekend so far',
    projectSkills: ['Svelte', 'TypeScript', 'Canvas'],
    description:
      'When the sandbank of La Malva-rosa can be walked on, drawn as one line for the day.\n\nStill missing: the pictures, and the numbers of a whole winter.',
    state: 'draft' as const,
  }
  await insertProject(tx, id, draft, now)
  const own = projects.filter(({ ownerId }) => ownerId === id)
  const pinned = own.filter(({ title }) => PINNED.some((name) => title.startsWith(name)))
  await setOrder(tx, id, { ids: [], pinned: pinned.map((project) => project.id) })
}
