import { UploadField } from '../uploads/UploadField.tsx'
import type { Upload } from '../uploads/use-upload.ts'

export function AvatarStep({ upload }: { upload: Upload }) {
  return (
    <div className="grid gap-4">
      <p className="text-muted">A picture makes it easier to remember you.</p>
      <UploadField label="Avatar" upload={upload} shape="round" required />
    </div>
  )
}
