import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { PersonCard } from '../devs/PersonCard.tsx'
import { auth } from '../lib/auth.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { startSession } from '../lib/session.ts'
import { ProjectInfo } from '../projects/ProjectInfo.tsx'
import { RecruiterCard } from '../recruiters/RecruiterCard.tsx'
import { apiServer } from '../test/api-server.ts'
import { buildRecruiter, buildToken, buildUser } from '../test/people.ts'
import { buildDev, buildProject } from '../test/portfolio.ts'

const api = apiServer()
vi.mock('../lib/socket.ts', () => ({ openSocket: () => ({ emit: () => undefined, close: () => undefined }) }))

const user = userEvent.setup()
const [developer, recruiter, project] = [buildDev(), buildRecruiter(), buildProject()]

beforeEach(() => {
  auth.signOut('logout')
  localStorage.clear()
})

const show = (shown: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{shown}</MemoryRouter>
    </QueryClientProvider>,
  )

test.each([
  ['a developer', <PersonCard key="" developer={developer} />, 'profile', 'user', developer._id],
  [
    'a recruiter',
    <RecruiterCard key="" recruiter={recruiter} isOwner={false} />,
    'profile',
    'user',
    recruiter._id,
  ],
  ['a project', <ProjectInfo key="" project={project} />, 'project', 'project', project._id],
] as const)(
  '%s can be reported, by others only',
  { tags: ['MOD-02'] },
  async (_what, shown, name, kind, id) => {
    api.on('POST /reports', { status: 201, body: { message: 'Thank you.', _id: 'report' } })
    const view = show(shown)
    const button = `Report this ${name}`
    await user.click(screen.getByRole('button', { name: button }))
    await user.selectOptions(await screen.findByLabelText(/^What is wrong/), 'Scam or fraud')
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf('POST /reports').map(({ body }) => body)).toEqual([
      expect.objectContaining({ kind, id, reason: 'scam' }),
    ])
    view.unmount()

    const ownerId = kind === 'project' ? project.owner._id : id
    localStorage.setItem('token', buildToken('developer', ownerId))
    api.on('GET /users/getUserProfile', { body: buildUser('developer', { _id: ownerId }) })
    startSession()
    show(shown)
    await api.settled()
    expect(screen.queryByRole('button', { name: button })).toBeNull()
  },
)
