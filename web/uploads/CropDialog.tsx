import { useEffect, useId, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { m } from '#contract/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { cropPicture } from './crop-picture.ts'

type CropDialogProps = {
  /** A file, or the address of a stored picture. */
  source: File | string
  open: boolean
  onOpenChange: (open: boolean) => void
  onCropped: (file: File) => void
}

const MAX_ZOOM = 4
/** Pixels per press of an arrow key. */
const STEP = 8

/** Crops a picture to a circle by mouse, touch or keyboard: arrow keys move it, a slider zooms. */
export default function CropDialog({ source, open, onOpenChange, onCropped }: CropDialogProps) {
  const address = useAddress(source)
  const image = useRef<HTMLImageElement>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [hasFailed, setFailed] = useState(false)
  const help = useId()
  const zoomId = useId()

  async function handleUse() {
    try {
      if (!image.current || !area) return
      onCropped(await cropPicture(image.current, area))
      onOpenChange(false)
    } catch (error) {
      console.error(error)
      setFailed(true)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.uploads_crop_title()}
      size="md"
      footer={
        <>
          {hasFailed && (
            <Alert tone="danger" className="basis-full">
              {m.uploads_crop_failed()}
            </Alert>
          )}
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            {m.general_cancel()}
          </Button>
          <Button disabled={!area || hasFailed} onClick={() => void handleUse()}>
            {m.uploads_crop_use()}
          </Button>
        </>
      }
    >
      <div className="relative h-72 overflow-hidden rounded-control bg-sunken sm:h-80">
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={STEP}
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            setImageRef={(ref) => {
              image.current = ref.current
            }}
            mediaProps={{ alt: '', referrerPolicy: 'no-referrer', onError: () => setFailed(true) }}
            cropperProps={{ role: 'group', 'aria-label': m.uploads_crop_area(), 'aria-describedby': help }}
          />
        )}
      </div>
      <p id={help} className="mt-3 text-muted text-sm">
        {m.uploads_crop_help()}
      </p>
      <label htmlFor={zoomId} className="mt-3 flex min-h-11 items-center gap-4 text-sm">
        {m.uploads_crop_zoom()}
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.1}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="h-11 min-w-0 flex-1 accent-primary"
        />
      </label>
    </Dialog>
  )
}

/** The address of a picture; the object URL of a file is valid while the dialog is open. */
function useAddress(source: File | string) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (typeof source === 'string') return setAddress(source)
    const made = URL.createObjectURL(source)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [source])
  return address
}
