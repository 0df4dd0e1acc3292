import { lazy, Suspense } from 'react'
import type { Experience, Study } from '#contract/careers.ts'
import type { DevPublic } from '#contract/devs.ts'
import type { Project } from '#contract/projects.ts'
import { EXPERIENCES_KEY, removeExperience, removeStudy, STUDIES_KEY } from '../careers/careers.api.ts'
import { RemoveDialog } from '../layout/RemoveDialog.tsx'
import { useDialog } from '../lib/use-dialog.ts'
import { PROJECTS_KEY, removeProject } from '../projects/projects.api.ts'
import { DEVS_KEY } from './devs.api.ts'

const EditProfileDialog = lazy(() => import('./EditProfileDialog.tsx'))
const ExperienceDialog = lazy(() => import('../careers/ExperienceDialog.tsx'))
const StudyDialog = lazy(() => import('../careers/StudyDialog.tsx'))
const ProjectDialog = lazy(() => import('../projects/ProjectDialog.tsx'))

/** What a dialog of the own profile is about; without the thing, a new one is made. */
export type ProfileForm =
  | { form: 'profile'; at?: 'resume' | undefined }
  | { form: 'experience'; experience?: Experience }
  | { form: 'study'; study?: Study }
  | { form: 'project'; project?: Project }

type Removal =
  | { remove: 'experience'; experience: Experience }
  | { remove: 'study'; study: Study }
  | { remove: 'project'; project: Project }

export const useProfileDialogs = () => useDialog<ProfileForm | Removal>()

type ProfileDialogsProps = { developer: DevPublic; dialogs: ReturnType<typeof useProfileDialogs> }

/**
 * Everything that the owner changes in a dialog. The code of a form comes with the first one. The question before a
 * removal fetches only its window (AlertDialog), which stays closed where that fails and leaves the page alone.
 */
export function ProfileDialogs({ developer, dialogs }: ProfileDialogsProps) {
  const { about, key, open, onOpenChange } = dialogs
  if (!about) return null
  const common = { open, onOpenChange }
  return (
    <Suspense fallback={null}>
      {'remove' in about && <Removals key={key} about={about} {...common} />}
      {'form' in about && about.form === 'profile' && (
        <EditProfileDialog key={key} developer={developer} at={about.at} {...common} />
      )}
      {'form' in about && about.form === 'experience' && (
        <ExperienceDialog key={key} experience={about.experience} {...common} />
      )}
      {'form' in about && about.form === 'study' && <StudyDialog key={key} study={about.study} {...common} />}
      {'form' in about && about.form === 'project' && (
        <ProjectDialog key={key} project={about.project} {...common} />
      )}
    </Suspense>
  )
}

type RemovalsProps = { about: Removal; open: boolean; onOpenChange: (open: boolean) => void }

function Removals({ about, ...common }: RemovalsProps) {
  switch (about.remove) {
    case 'experience': {
      const { _id, position, company } = about.experience
      return (
        <RemoveDialog
          kind="experience"
          name={`${position}, ${company}`}
          remove={() => removeExperience(_id)}
          changes={[EXPERIENCES_KEY]}
          {...common}
        />
      )
    }
    case 'study': {
      const { _id, degree, instituteName } = about.study
      return (
        <RemoveDialog
          kind="study"
          name={`${degree}, ${instituteName}`}
          remove={() => removeStudy(_id)}
          changes={[STUDIES_KEY]}
          {...common}
        />
      )
    }
    case 'project': {
      const { _id, title } = about.project
      return (
        <RemoveDialog
          kind="project"
          name={title}
          remove={() => removeProject(_id)}
          changes={[PROJECTS_KEY, DEVS_KEY]}
          {...common}
        />
      )
    }
  }
}
