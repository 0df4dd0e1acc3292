import { m } from '#contract/texts.ts'
import { Dialog } from '../ui/Dialog.tsx'

type ImageDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; src: string }

/** The picture of a message, as large as the window allows. */
export default function ImageDialog({ src, ...dialog }: ImageDialogProps) {
  return (
    <Dialog
      {...dialog}
      title={m.messages_image()}
      size="lg"
      footer={
        <a href={src} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-11 items-center">
          {m.messages_open_image()}
        </a>
      }
    >
      <img
        src={src}
        alt={m.messages_image()}
        referrerPolicy="no-referrer"
        className="mx-auto max-h-[calc(100dvh-15rem)] max-w-full object-contain"
      />
    </Dialog>
  )
}
