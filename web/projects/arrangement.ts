import type { ProfileProject, ProjectOrder } from '#contract/projects.ts'

export type Groups = { pinned: ProfileProject[]; others: ProfileProject[] }

export const groupsOf = (projects: readonly ProfileProject[]): Groups => ({
  pinned: projects.filter(({ pinned }) => pinned),
  others: projects.filter(({ pinned }) => !pinned),
})

export function move(groups: Groups, name: keyof Groups, from: number, to: number): Groups {
  const list = groups[name].slice()
  list.splice(to, 0, ...list.splice(from, 1))
  return { ...groups, [name]: list }
}

/** A newly pinned project is the last of the pinned ones, an unpinned one the first of the others. */
export function togglePin({ pinned, others }: Groups, project: ProfileProject): Groups {
  const isNot = ({ _id }: ProfileProject) => _id !== project._id
  return pinned.every(isNot)
    ? { pinned: [...pinned, project], others: others.filter(isNot) }
    : { pinned: pinned.filter(isNot), others: [project, ...others] }
}

/** The default order of a profile. */
export const byYear = (projects: readonly ProfileProject[]) =>
  projects.toSorted(
    (a, b) => b.year - a.year || b.createdAt.localeCompare(a.createdAt) || b._id.localeCompare(a._id),
  )

/** The order by years is stored as no order, so that new projects are sorted by year. */
export function orderOf({ pinned, others }: Groups): ProjectOrder {
  const isByYear = [pinned, others].every((list) =>
    byYear(list).every((project, index) => project === list[index]),
  )
  const ids = (list: readonly ProfileProject[]) => list.map(({ _id }) => _id)
  return { ids: isByYear ? [] : [...ids(pinned), ...ids(others)], pinned: ids(pinned) }
}
