import type { ListedProject, Project } from '#contract/projects.ts'
import type { Career, CareerKind } from '../careers/careers.api.ts'
import { useDialog } from '../lib/use-dialog.ts'

/** A form of the own profile; without the thing to edit, it creates one. */
export type ProfileForm =
  | { form: 'profile'; at?: 'resume' | 'links' | undefined }
  | { form: CareerKind; career?: Career }
  | { form: 'project'; project?: Project }
  | { form: 'order' }

export type Removal = { remove: CareerKind; career: Career } | { remove: 'project'; project: ListedProject }

export const useProfileDialogs = () => useDialog<ProfileForm | Removal>()
