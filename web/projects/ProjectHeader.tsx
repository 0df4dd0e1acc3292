import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useLocation } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { BridgeArc } from '../ui/BridgeArc.tsx'
import { cn } from '../ui/cn.ts'
import { smallPicture } from '../ui/picture-files.ts'

/** The title over the blurred first image, or over a plain band (PROJD-01, decision 37). */
export function ProjectHeader({ project }: { project: Project }) {
  const { search } = useLocation()
  const [cover] = project.gallery
  return (
    <header
      className={cn(
        'relative isolate overflow-hidden border-line border-b',
        cover ? 'bg-black text-white' : 'bg-surface',
      )}
    >
      {cover ? (
        <>
          {/* The smallest file is enough for a blurred image. */}
          <img
            src={smallPicture(cover, 80)}
            alt=""
            referrerPolicy="no-referrer"
            className="-z-20 absolute inset-0 size-full scale-125 object-cover blur-2xl"
          />
          {/* Keeps white text at 4.5:1 even over a white image. */}
          <div className="-z-10 absolute inset-0 bg-black/60" />
        </>
      ) : (
        <BridgeArc className="-z-10 absolute inset-x-0 bottom-0 h-full w-full" />
      )}
      <div className="page-width pt-6 pb-8 md:pt-8 md:pb-12">
        <Link
          to={paths.projects() + search}
          className={cn(
            '-ml-1 inline-flex min-h-11 items-center gap-2 rounded-control px-1 text-sm no-underline hover:underline',
            cover ? 'text-white focus-visible:outline-white' : 'text-muted',
          )}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {m.projects_explore()}
        </Link>
        <h1 lang={languageOf(project.title)} className="mt-6 max-w-4xl text-3xl md:mt-10 md:text-5xl">
          {project.title}
        </h1>
      </div>
    </header>
  )
}
