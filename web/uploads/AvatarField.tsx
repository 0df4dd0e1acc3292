import Crop from 'lucide-react/icons/crop'
import { useState } from 'react'
import { m } from '#contract/texts.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { UploadField } from './UploadField.tsx'
import type { Upload } from './use-upload.ts'

const CropDialog = lazyDialog(() => import('./CropDialog.tsx'))

type AvatarFieldProps = {
  upload: Upload
  required?: boolean | undefined
  error?: string | undefined
}

/** The picture of a person. A chosen file is stored at once (VAL-46), and can then be cropped (FLOW-11). */
export function AvatarField({ upload, required, error }: AvatarFieldProps) {
  const dialog = useDialog<File | string>()
  // The chosen file, so that a second crop starts from the whole picture.
  const [original, setOriginal] = useState<File>()
  const choose = (file: File) => {
    setOriginal(file)
    return upload.choose(file)
  }
  const source = original ?? upload.value

  return (
    <>
      <UploadField
        label={m.general_avatar()}
        upload={{ ...upload, choose }}
        shape="round"
        required={required}
        error={error}
        actions={
          upload.isValid && (
            <Button variant="outline" size="sm" onClick={() => dialog.show(source)}>
              <Crop aria-hidden="true" />
              {m.uploads_crop()}
            </Button>
          )
        }
      />
      {dialog.about !== undefined && (
        <CropDialog
          key={dialog.key}
          source={dialog.about}
          open={dialog.open}
          onOpenChange={dialog.onOpenChange}
          onCropped={(file) => void upload.choose(file)}
        />
      )}
    </>
  )
}
