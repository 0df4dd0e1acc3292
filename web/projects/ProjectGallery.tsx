import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { GalleryImage, ImageSlider } from './ImageSlider.tsx'

const ImageDialog = lazyDialog(() => import('../ui/ImageDialog.tsx'))

export function ProjectGallery({ project: { gallery, title } }: { project: Project }) {
  const [first] = gallery
  if (!first) {
    return (
      <p className="grid aspect-[16/10] place-items-center rounded-card border border-line bg-sunken text-muted">
        {m.projects_no_image()}
      </p>
    )
  }
  if (gallery.length > 1) return <ImageSlider key={gallery.join()} images={gallery} title={title} />
  return <SingleImage key={first} src={first} alt={title} />
}

function SingleImage({ src, alt }: { src: string; alt: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="aspect-[16/10] overflow-hidden rounded-card border border-line bg-sunken">
        <GalleryImage src={src} alt={alt} priority onOpen={() => setIsOpen(true)} />
      </div>
      <ImageDialog open={isOpen} onOpenChange={setIsOpen} title={alt} images={[{ src, alt }]} />
    </>
  )
}
