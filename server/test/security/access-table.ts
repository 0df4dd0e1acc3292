import sharp from 'sharp'
import { PASSWORD } from '../builders.ts'
import type { Scene } from './scene.ts'
import { freshEmail, type Sent } from './send.ts'

/** Statuses for a visitor, the owning developer, another one, the owning recruiter, another one. */
type Expected = [visitor: number, dev: number, otherDev: number, rec: number, otherRec: number]
export type AccessRow = { sent: (scene: Scene) => Sent; expected: Expected }

const row = (expected: Expected, sent: (scene: Scene) => Sent = () => ({})): AccessRow => ({ sent, expected })

const EVERYBODY: Expected = [200, 200, 200, 200, 200]
const MEMBERS: Expected = [401, 200, 200, 200, 200]
const DEVELOPERS: Expected = [401, 200, 200, 403, 403]
const OWNING_DEVELOPER: Expected = [401, 200, 403, 403, 403]
const OWNING_RECRUITER: Expected = [401, 403, 403, 200, 403]
const created = (expected: Expected): Expected =>
  expected.map((status) => (status === 200 ? 201 : status)) as Expected

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24c' } })
  .png()
  .toBuffer()
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const month = { startDate: '2020-01', endDate: null }
const candidate = ({ offer, application }: Scene) => ({ params: { id: offer, candidateId: application } })
const registration = () => ({
  name: 'Ana',
  surname: 'Peña',
  email: freshEmail(),
  password: PASSWORD,
  'confirm-password': PASSWORD,
})

/**
 * Permissions, written by hand from decision 34 and the security rules, and not from the endpoints' own
 * `access`: two people would have to be wrong in the same way. `dev` owns the project and has applied to the
 * offer of `rec`. A call without a row here fails the tests.
 */
export const ACCESS: Record<string, AccessRow> = {
  // Anybody reads what is public.
  'GET /projects': row(EVERYBODY),
  'GET /projects/search': row(EVERYBODY, () => ({ query: { q: 'ferry' } })),
  'GET /projects/developer/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /projects/:id': row(EVERYBODY, ({ project }) => ({ params: { id: project } })),
  'PUT /projects/:id/view': row(EVERYBODY, ({ project }) => ({ params: { id: project } })),
  'GET /devs': row(EVERYBODY),
  'GET /devs/search': row(EVERYBODY, () => ({ query: { q: 'backend' } })),
  'GET /devs/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /recruiters': row(EVERYBODY),
  'GET /recruiters/:id': row(EVERYBODY, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /experiences/owner/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /studies/owner/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /offers': row(EVERYBODY),
  'GET /offers/search': row(EVERYBODY, () => ({ query: { q: 'backend' } })),
  'GET /offers/profile/:id': row(EVERYBODY, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /offers/:id': row(EVERYBODY, ({ offer }) => ({ params: { id: offer } })),
  'GET /offers/technology': row(EVERYBODY, () => ({ query: { q: 'ty' } })),
  'GET /offers/allskills': row(EVERYBODY),
  'GET /github/repos/:owner/:repo': row(EVERYBODY, ({ repository }) => ({ params: repository })),
  'GET /github/repos/:owner/:repo/git/trees/:branch': row(EVERYBODY, ({ repository }) => ({
    params: { ...repository, branch: 'main' },
  })),
  'GET /github/repos/:owner/:repo/languages': row(EVERYBODY, ({ repository }) => ({ params: repository })),

  // Anybody opens an account, gets back into one, and writes to support.
  'POST /users/register': row(created(EVERYBODY), () => ({ body: registration() })),
  'POST /users/login': row(EVERYBODY, ({ dev }) => ({ body: { email: dev.email, password: PASSWORD } })),
  'POST /users/forgot-password': row(EVERYBODY, () => ({ body: { email: freshEmail() } })),
  'PUT /users/reset-password/:token': row([400, 400, 400, 400, 400], () => ({
    params: { token: 'a-token-that-nobody-got' },
    body: { password: PASSWORD },
  })),
  'POST /contact': row(created(EVERYBODY), () => ({
    body: { name: 'Ana', email: freshEmail(), category: 'bug', subject: 'Hola', message: 'Hola' },
  })),

  // The own account.
  'POST /users/logout': row([401, 204, 204, 204, 204]),
  'GET /users/getUserProfile': row(MEMBERS),
  'GET /settings': row(MEMBERS),
  'PUT /settings/profile': row(MEMBERS, () => ({ body: { name: 'Ana' } })),
  'PUT /settings/change-password': row(MEMBERS, () => ({
    body: { oldPassword: PASSWORD, newPassword: 'Other-22' },
  })),
  'PUT /settings/delete-account/soft-delete': row(MEMBERS),
  'PUT /devs/profile': row(DEVELOPERS, () => ({ body: { name: 'Ana' } })),
  'PUT /devs/onboarding': row(DEVELOPERS, () => ({ body: { name: 'Ana' } })),
  'PUT /recruiters/profile': row([401, 403, 403, 200, 200], () => ({ body: { name: 'Marta' } })),
  'POST /upload': row(created(MEMBERS), () => ({ body: png })),
  'POST /upload-pdf': row(created(MEMBERS), () => ({ body: pdf })),

  // Resources of a developer.
  'POST /projects': row(created(DEVELOPERS), () => ({
    body: { title: 'Lighthouse', category: 'Backend', year: 2024 },
  })),
  'PUT /projects/:id': row(OWNING_DEVELOPER, ({ project }) => ({
    params: { id: project },
    body: { title: 'Changed' },
  })),
  'PUT /projects/:id/soft-delete': row(OWNING_DEVELOPER, ({ project }) => ({ params: { id: project } })),
  'POST /projects/:id/like': row(MEMBERS, ({ project }) => ({ params: { id: project } })),
  'GET /projects/:id/like-status': row(MEMBERS, ({ project }) => ({ params: { id: project } })),
  'POST /experiences': row(created(DEVELOPERS), () => ({
    body: { company: 'Faro', position: 'Keeper', ...month },
  })),
  'PUT /experiences/:id': row(OWNING_DEVELOPER, ({ experience }) => ({
    params: { id: experience },
    body: { company: 'Changed' },
  })),
  'PUT /experiences/:id/soft-delete': row(OWNING_DEVELOPER, ({ experience }) => ({
    params: { id: experience },
  })),
  'POST /studies': row(created(DEVELOPERS), () => ({
    body: { degree: 'Light', instituteName: 'USC', ...month },
  })),
  'PUT /studies/:id': row(OWNING_DEVELOPER, ({ study }) => ({
    params: { id: study },
    body: { degree: 'Changed' },
  })),
  'PUT /studies/:id/soft-delete': row(OWNING_DEVELOPER, ({ study }) => ({ params: { id: study } })),

  // Resources of a recruiter, and an applicant's access to them.
  'POST /offers': row(created([401, 403, 403, 200, 200]), () => ({ body: { position: 'Keeper' } })),
  'PUT /offers/:id': row(OWNING_RECRUITER, ({ offer }) => ({
    params: { id: offer },
    body: { position: 'Changed' },
  })),
  'PATCH /offers/:id/delete': row(OWNING_RECRUITER, ({ offer }) => ({ params: { id: offer } })),
  'GET /offers/stats/:id': row(OWNING_RECRUITER, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /offers/stats/:id/days': row(OWNING_RECRUITER, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /offers/:id/candidates': row(OWNING_RECRUITER, ({ offer }) => ({ params: { id: offer } })),
  'PUT /offers/:id/candidates/:candidateId': row(OWNING_RECRUITER, (scene) => ({
    ...candidate(scene),
    body: { status: 'reviewed' },
  })),
  'GET /offers/:id/candidates/:candidateId/history': row(OWNING_RECRUITER, candidate),
  'GET /offers/cover-letter/:id/:candidateId': row([401, 200, 403, 200, 403], candidate),
  'GET /offers/bydev': row(DEVELOPERS),
  'GET /offers/applied/:id': row(OWNING_DEVELOPER, ({ dev }) => ({ params: { id: dev.id } })),
  'POST /offers/:id/apply': row([401, 409, 200, 403, 403], ({ offer }) => ({
    params: { id: offer },
    body: { phone: '+34 600 000 000', gdprAccepted: true },
  })),

  // Chat: everybody has only the own side of it.
  'GET /messages/users': row(MEMBERS),
  'GET /messages/sync': row(MEMBERS),
  'GET /messages/settings': row(MEMBERS),
  'PUT /messages/settings': row(MEMBERS, () => ({ body: { signals: false } })),
  'POST /messages/read': row(MEMBERS, ({ dev }) => ({ body: { senderId: dev.id } })),
  'GET /messages/:id': row([401, 200, 200, 200, 200], ({ otherRec }) => ({ params: { id: otherRec.id } })),
  'GET /messages/:id/read': row(MEMBERS, ({ otherRec }) => ({ params: { id: otherRec.id } })),
  // No messages to oneself (S5).
  'POST /messages/send/:id': row([401, 201, 201, 201, 400], ({ otherRec }) => ({
    params: { id: otherRec.id },
    body: { text: 'Hola' },
  })),
}
