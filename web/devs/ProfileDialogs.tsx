import type { DevPublic } from '#contract/devs.ts'
import { EXPERIENCES_KEY, removeExperience, removeStudy, STUDIES_KEY } from '../careers/careers.api.ts'
import { RemoveDialog } from '../layout/RemoveDialog.tsx'
import { PROJECTS_KEY, removeProject } from '../projects/projects.api.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { DEVS_KEY } from './devs.api.ts'
import type { ProfileForm, Removal } from './use-profile-dialogs.ts'

const EditProfileDialog = lazyDialog(() => import('./EditProfileDialog.tsx'))
const ExperienceDialog = lazyDialog(() => import('../careers/ExperienceDialog.tsx'))
const StudyDialog = lazyDialog(() => import('../careers/StudyDialog.tsx'))
const ProjectDialog = lazyDialog(() => import('../projects/ProjectDialog.tsx'))

type ProfileDialogsProps = {
  developer: DevPublic
  about: ProfileForm | Removal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Everything that the owner changes in a dialog. The code of a form comes with the first one. */
export default function ProfileDialogs({ developer, about, ...common }: ProfileDialogsProps) {
  if ('remove' in about) return <Removals about={about} {...common} />
  switch (about.form) {
    case 'profile':
      return <EditProfileDialog developer={developer} at={about.at} {...common} />
    case 'experience':
      return <ExperienceDialog experience={about.experience} {...common} />
    case 'study':
      return <StudyDialog study={about.study} {...common} />
    case 'project':
      return <ProjectDialog project={about.project} {...common} />
  }
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
