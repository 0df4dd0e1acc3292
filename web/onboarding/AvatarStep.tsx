import { m } from '#contract/texts.ts'
import { AvatarField } from '../uploads/AvatarField.tsx'
import type { Upload } from '../uploads/use-upload.ts'

export function AvatarStep({ upload }: { upload: Upload }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">{m.onboarding_avatar_hint()}</p>
      <AvatarField upload={upload} required />
    </div>
  )
}
