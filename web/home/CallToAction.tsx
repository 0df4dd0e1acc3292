import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { returnPath } from '../lib/return-path.ts'
import { paths } from '../paths.ts'
import { BridgeArc } from '../ui/BridgeArc.tsx'
import { buttonStyles } from '../ui/Button.tsx'

/** All three lead to /login; the target of a signed-in action is saved first (decision 35). */
export function CallToAction() {
  const who = useAuth()
  const { label, heading, text, path } = wordsFor(who)
  return (
    <section
      aria-labelledby="call-to-action"
      className="relative isolate overflow-hidden rounded-card border border-line bg-primary-soft px-6 py-8 text-center sm:py-12"
    >
      <BridgeArc className="-z-10 absolute inset-x-0 bottom-0 h-full w-full text-primary opacity-25" />
      <h2 id="call-to-action" className="text-2xl md:text-3xl">
        {heading}
      </h2>
      <p className="mx-auto mt-3 max-w-xl text-text">{text}</p>
      <Link
        to={paths.login()}
        onClick={() => path && returnPath.save(path)}
        className={`${buttonStyles({ size: 'lg' })} mt-6`}
      >
        {label}
      </Link>
    </section>
  )
}

function wordsFor(who: ReturnType<typeof useAuth>) {
  if (who.role === 'developer') {
    return {
      label: m.home_create_project(),
      heading: m.home_create_project_heading(),
      text: m.home_create_project_text(),
      path: paths.newProject(),
    }
  }
  if (who.role === 'recruiter') {
    return {
      label: m.home_create_offer(),
      heading: m.home_create_offer_heading(),
      text: m.home_create_offer_text(),
      path: paths.recruiter(who.id),
    }
  }
  return {
    label: m.home_get_started(),
    heading: m.home_get_started_heading(),
    text: m.home_get_started_text(),
    path: undefined,
  }
}
