import { Link } from 'react-router'
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
      className="relative isolate overflow-hidden rounded-card border border-line bg-primary-soft px-6 py-12 text-center"
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
      label: 'Create a new Project',
      heading: 'Show what you have built',
      text: 'A project with pictures and a few words says more than a list of skills.',
      path: paths.newProject(),
    }
  }
  if (who.role === 'recruiter') {
    return {
      label: 'Create a new Offer',
      heading: 'Find the person for your team',
      text: 'Post an offer, move applicants through your pipeline and talk to them directly.',
      path: paths.recruiter(who.id),
    }
  }
  return {
    label: 'Get Started',
    heading: 'Cross the bridge',
    text: 'Show your work, or find the people who do it. It takes two minutes.',
    path: undefined,
  }
}
