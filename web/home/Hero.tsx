import { m } from '#contract/texts.ts'
import { SearchBox } from '../search/SearchBox.tsx'
import { BridgeArc } from '../ui/BridgeArc.tsx'

/** The product in one sentence, and the search. */
export function Hero() {
  return (
    // Its results lie over the chips of the cards below.
    <section className="relative isolate z-15 mb-8 border-line md:mb-12 border-b bg-surface">
      <BridgeArc className="-z-10 absolute inset-x-0 bottom-0 h-full w-full" />
      <div className="page-width py-8 text-center md:py-14">
        <h1 className="mx-auto max-w-3xl text-4xl md:text-5xl">{m.home_heading()}</h1>
        <p className="mx-auto mt-4 max-w-xl text-balance text-lg text-muted">{m.home_text()}</p>
        <SearchBox className="mx-auto mt-6 max-w-3xl md:mt-8" />
      </div>
    </section>
  )
}
