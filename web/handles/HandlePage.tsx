import { useQuery } from '@tanstack/react-query'
import { Navigate, redirect, useLocation, useParams } from 'react-router'
import { m } from '#contract/texts.ts'
import { loadProfile, Profile } from '../devs/Profile.tsx'
import { FailedPage } from '../layout/FailedPage.tsx'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import type { LoadContext } from '../lib/load-context.ts'
import { paths } from '../paths.ts'
import { loadRecruiter, RecruiterScreen } from '../recruiters/RecruiterScreen.tsx'
import { handleIn, handleQuery } from './handles.api.ts'

/** A person's page at its short address. The router matches whole path segments only, so other words lead here too. */
export default function HandlePage() {
  const handle = handleIn(useParams().handle)
  return handle === undefined ? <NotFoundPage /> : <PersonPage handle={handle} />
}

export async function load({ queryClient, params, url }: LoadContext) {
  const handle = handleIn(params.handle)
  if (handle === undefined) return
  await queryClient.prefetchQuery(handleQuery(handle))
  const owner = queryClient.getQueryData(handleQuery(handle).queryKey)
  if (!owner) return
  // In a browser the component does the same.
  if (owner.handle !== handle) throw redirect(paths.handle(owner.handle) + url.search, 301)
  const loadPerson = owner.role === 'recruiter' ? loadRecruiter : loadProfile
  await loadPerson(queryClient, owner._id, url.searchParams)
}

function PersonPage({ handle }: { handle: string }) {
  const owner = useQuery(handleQuery(handle))
  const { search } = useLocation()
  if (owner.isPending) return <PageSpinner />
  if (!owner.data) {
    return <FailedPage thing="profile" query={owner} way={{ label: m.devs_all(), to: paths.developers() }} />
  }
  const { _id, role, handle: present } = owner.data
  if (present !== handle) return <Navigate replace to={paths.handle(present) + search} />
  return role === 'recruiter' ? <RecruiterScreen recruiterId={_id} /> : <Profile developerId={_id} />
}
