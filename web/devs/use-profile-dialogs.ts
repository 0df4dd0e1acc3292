import type { Experience, Study } from '#contract/careers.ts'
import type { Project } from '#contract/projects.ts'
import { useDialog } from '../lib/use-dialog.ts'

/** What a dialog of the own profile is about; without the thing, a new one is made. */
export type ProfileForm =
  | { form: 'profile'; at?: 'resume' | undefined }
  | { form: 'experience'; experience?: Experience }
  | { form: 'study'; study?: Study }
  | { form: 'project'; project?: Project }

export type Removal =
  | { remove: 'experience'; experience: Experience }
  | { remove: 'study'; study: Study }
  | { remove: 'project'; project: Project }

export const useProfileDialogs = () => useDialog<ProfileForm | Removal>()
