import type { Project } from '#contract/projects.ts'
import { texts } from '#contract/texts.ts'
import { lazyPart, useLazyPart } from '../ui/lazy-part.ts'
import { Picture } from '../ui/Picture.tsx'

/** 16:10 boxes of the first column. */
export const GALLERY_SIZES = '(min-width: 1200px) 816px, 100vw'

const imageSlider = lazyPart(() => import('./ImageSlider.tsx').then((module) => module.ImageSlider))

/** The first picture at once; the slider takes its place when its code has arrived. */
export function ProjectGallery({ project: { gallery, title } }: { project: Project }) {
  const [first] = gallery
  const Slider = useLazyPart(imageSlider, gallery.length > 1, () => {})
  if (!first) {
    return (
      <p className="grid aspect-[16/10] place-items-center rounded-card border border-line bg-sunken text-muted">
        {texts.projects.noImage}
      </p>
    )
  }
  if (Slider) return <Slider images={gallery} title={title} />
  return (
    <div>
      <div className="aspect-[16/10] overflow-hidden rounded-card border border-line bg-sunken">
        <Picture
          src={first}
          alt={gallery.length > 1 ? `${title}, image 1 of ${gallery.length}` : title}
          sizes={GALLERY_SIZES}
          priority
          className="size-full bg-transparent object-contain"
        />
      </div>
      {/* The height of the slider's buttons, so that nothing jumps when they come. */}
      {gallery.length > 1 && <div className="h-16" />}
    </div>
  )
}
