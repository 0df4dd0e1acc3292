import type { Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { Picture } from '../ui/Picture.tsx'
import { GALLERY_SIZES } from './gallery-sizes.ts'
import { ImageSlider } from './ImageSlider.tsx'

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
  return (
    <div className="aspect-[16/10] overflow-hidden rounded-card border border-line bg-sunken">
      <Picture
        src={first}
        alt={title}
        sizes={GALLERY_SIZES}
        priority
        className="size-full bg-transparent object-contain"
      />
    </div>
  )
}
