import type { DevPublic } from '#contract/devs.ts'
import { careersKey, removeCareer } from '../careers/careers.api.ts'
import { RemoveDialog } from '../layout/RemoveDialog.tsx'
import { PROJECTS_KEY, removeProject } from '../projects/projects.api.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { DEVS_KEY } from './devs.api.ts'
import type { ProfileForm, Removal } from './use-profile-dialogs.ts'

const EditProfileDialog = lazyDialog(() => import('./EditProfileDialog.tsx'))
const CareerDialog = lazyDialog(() => import('../careers/CareerDialog.tsx'))
const ArrangeProjectsDialog = lazyDialog(() => import('../projects/ArrangeProjectsDialog.tsx'))
const ProjectDialog = lazyDialog(() => import('../projects/ProjectDialog.tsx'))

type ProfileDialogsProps = {
  developer: DevPublic
  about: ProfileForm | Removal
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialogs of the own profile; the code of each form is loaded on first use. */
export default function ProfileDialogs({ developer, about, ...common }: ProfileDialogsProps) {
  if ('remove' in about) return <Removals about={about} {...common} />
  switch (about.form) {
    case 'profile':
      return <EditProfileDialog developer={developer} at={about.at} {...common} />
    case 'project':
      return <ProjectDialog project={about.project} {...common} />
    case 'order':
      return <ArrangeProjectsDialog developerId={developer._id} {...common} />
    default:
      return <CareerDialog kind={about.form} career={about.career} {...common} />
  }
}

type RemovalsProps = { about: Removal; open: boolean; onOpenChange: (open: boolean) => void }

function Removals({ about, ...common }: RemovalsProps) {
  if (about.remove === 'project') {
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
  const { remove: kind, career } = about
  return (
    <RemoveDialog
      kind={kind}
      name={`${career.title}, ${career.organisation}`}
      remove={() => removeCareer(kind, career._id)}
      changes={[careersKey(kind), DEVS_KEY]}
      {...common}
    />
  )
}
