import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { PASSWORD } from '../builders.ts'
import type { Scene } from './scene.ts'
import { freshEmail, type Sent } from './send.ts'

/**
 * Statuses for a visitor, the owning developer, another one, the owning recruiter, another one, and for a moderator where
 * it differs from that of another developer, which the moderator is too.
 */
type Expected = [
  visitor: number,
  dev: number,
  otherDev: number,
  rec: number,
  otherRec: number,
  moderator?: number,
]
export type AccessRow = { sent: (scene: Scene) => Sent; expected: Expected }

const row = (expected: Expected, sent: (scene: Scene) => Sent = () => ({})): AccessRow => ({ sent, expected })

const EVERYBODY: Expected = [200, 200, 200, 200, 200]
const MEMBERS: Expected = [401, 200, 200, 200, 200]
const DEVELOPERS: Expected = [401, 200, 200, 403, 403]
const RECRUITERS: Expected = [401, 403, 403, 200, 200]
const OWNING_DEVELOPER: Expected = [401, 200, 403, 403, 403]
const OWNING_RECRUITER: Expected = [401, 403, 403, 200, 403]
/** For all others the call does not exist (MOD-01). */
const MODERATORS: Expected = [404, 404, 404, 404, 404, 200]
const created = (expected: Expected): Expected =>
  expected.map((status) => (status === 200 ? 201 : status)) as Expected

const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#24c' } })
  .png()
  .toBuffer()
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const pushSubscription = {
  endpoint: 'https://push.example/one',
  keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
}
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const newCredential = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const assertion = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const month = { startDate: '2020-01', endDate: null }
const candidate = ({ offer, application }: Scene) => ({ params: { id: offer, candidateId: application } })
const registration = () => ({
  name: 'Ana',
  surname: 'Peña',
  email: freshEmail(),
  password: PASSWORD,
  'confirm-password': PASSWORD,
})

const turns = new WeakMap<Scene, number>()

/**
 * Permissions, written by hand from decision 34 and the security rules, and not from the endpoints' own
 * `access`, so that a mistake has to be made twice. `dev` owns the project and has applied to the
 * offer of `rec`. A call without a row here fails the tests.
 */
export const ACCESS: Record<string, AccessRow> = {
  // Public reads.
  'GET /projects': row(EVERYBODY),
  'GET /projects/search': row(EVERYBODY, () => ({ query: { q: 'ferry' } })),
  'GET /projects/developer/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /projects/:id': row(EVERYBODY, ({ project }) => ({ params: { id: project } })),
  'PUT /projects/:id/view': row(EVERYBODY, ({ project }) => ({ params: { id: project } })),
  'GET /devs': row(EVERYBODY),
  'GET /devs/search': row(EVERYBODY, () => ({ query: { q: 'backend' } })),
  'GET /devs/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /recruiters': row(EVERYBODY),
  'GET /recruiters/verification': row(RECRUITERS),
  'POST /recruiters/verification': row(RECRUITERS, () => ({
    body: { domain: 'company.example', by: 'dns' },
  })),
  // No proof can be found in this scene (server/recruiters/verification.test.ts).
  'POST /recruiters/verification/check': row([401, 403, 403, 400, 400], () => ({
    body: { code: '0'.repeat(21) },
  })),
  'GET /recruiters/:id': row(EVERYBODY, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /experiences/owner/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /studies/owner/:id': row(EVERYBODY, ({ dev }) => ({ params: { id: dev.id } })),
  'GET /offers': row(EVERYBODY),
  'GET /offers/search': row(EVERYBODY, () => ({ query: { q: 'backend' } })),
  'GET /offers/profile/:id': row(EVERYBODY, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /offers/:id': row(EVERYBODY, ({ offer }) => ({ params: { id: offer } })),
  'GET /offers/:id/similar': row(EVERYBODY, ({ offer }) => ({ params: { id: offer } })),
  'GET /offers/technology': row(EVERYBODY, () => ({ query: { q: 'ty' } })),
  'GET /offers/allskills': row(EVERYBODY),
  'GET /github/repos/:owner/:repo': row(EVERYBODY, ({ repository }) => ({ params: repository })),
  'GET /github/repos/:owner/:repo/git/trees/:branch': row(EVERYBODY, ({ repository }) => ({
    params: { ...repository, branch: 'main' },
  })),
  'GET /github/repos/:owner/:repo/languages': row(EVERYBODY, ({ repository }) => ({ params: repository })),

  // Registration, recovery of an account, and support are open to everybody.
  'POST /users/register': row(created(EVERYBODY), () => ({ body: registration() })),
  'POST /users/login': row(EVERYBODY, ({ dev }) => ({ body: { email: dev.email, password: PASSWORD } })),
  'POST /users/forgot-password': row(EVERYBODY, () => ({ body: { email: freshEmail() } })),
  'GET /users/reset-password/:token': row(EVERYBODY, () => ({
    params: { token: 'a-token-that-nobody-got' },
  })),
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
  'GET /settings/summary': row(MEMBERS),
  'GET /users/second-factor': row(MEMBERS),
  'POST /users/second-factor/totp': row(MEMBERS, () => ({ body: { password: PASSWORD } })),
  // No caller here has started one.
  'POST /users/second-factor/totp/confirm': row([401, 409, 409, 409, 409], () => ({
    body: { code: '000000' },
  })),
  'DELETE /users/second-factor/totp': row([401, 409, 409, 409, 409], () => ({
    body: { password: PASSWORD, code: '000000' },
  })),
  'POST /users/second-factor/recovery-codes': row([401, 409, 409, 409, 409], () => ({
    body: { password: PASSWORD },
  })),
  // Without providers in the settings none exists (server/openid/openid.test.ts).
  'GET /users/oidc': row(EVERYBODY),
  'POST /users/oidc/:id/start': row([404, 404, 404, 404, 404], () => ({
    params: { id: 'github' },
    body: {},
  })),
  'POST /users/oidc/:id/finish': row([404, 404, 404, 404, 404], () => ({
    params: { id: 'github' },
    body: { code: 'x', state: 'x', flow: 'x' },
  })),
  'GET /users/identities': row(MEMBERS),
  'DELETE /users/identities/:id': row([401, 404, 404, 404, 404], ({ offer }) => ({ params: { id: offer } })),
  'POST /users/passkeys/options': row(MEMBERS, () => ({ body: { password: PASSWORD } })),
  'POST /users/passkeys': row([401, 400, 400, 400, 400], () => ({
    body: { name: 'Phone', response: newCredential },
  })),
  'DELETE /users/passkeys/:id': row([401, 404, 404, 404, 404], ({ offer }) => ({
    params: { id: offer },
    body: { password: PASSWORD },
  })),
  'POST /users/login/second': row([400, 400, 400, 400, 400], () => ({
    body: { ticket: 'of-nobody', code: '000000' },
  })),
  'POST /users/login/passkey/options': row(EVERYBODY),
  'POST /users/login/passkey': row([400, 400, 400, 400, 400], () => ({
    body: { ticket: 'of-nobody', response: assertion },
  })),
  'POST /users/confirm': row([400, 400, 400, 400, 400], () => ({ body: { token: 'of-nobody' } })),
  'POST /users/email/undo': row([400, 400, 400, 400, 400], () => ({ body: { token: 'of-nobody' } })),
  'POST /users/confirm/again': row(MEMBERS),
  'PUT /users/email': row(MEMBERS, () => ({ body: { email: freshEmail(), password: PASSWORD } })),
  'GET /users/sessions': row(MEMBERS),
  // Own ones only: nobody here has a session of this id.
  'DELETE /users/sessions/:id': row([401, 404, 404, 404, 404], ({ offer }) => ({ params: { id: offer } })),
  'DELETE /users/sessions': row(MEMBERS),
  'PUT /users/handle': row(MEMBERS, () => ({ body: { handle: `to-${randomUUID().slice(-12)}` } })),
  'GET /users/handle/:handle': row(EVERYBODY, ({ handle }) => ({ params: { handle } })),
  'PUT /settings/profile': row(MEMBERS, () => ({ body: { name: 'Ana' } })),
  'PUT /settings/language': row(MEMBERS, () => ({ body: { language: 'es' } })),
  'PUT /settings/change-password': row(MEMBERS, () => ({
    body: { oldPassword: PASSWORD, newPassword: 'Other-22' },
  })),
  'PUT /settings/delete-account/soft-delete': row(MEMBERS),
  'PUT /devs/profile': row(DEVELOPERS, () => ({ body: { name: 'Ana' } })),
  'PUT /devs/onboarding': row(DEVELOPERS, () => ({ body: { name: 'Ana' } })),
  'PUT /recruiters/profile': row([401, 403, 403, 200, 200], () => ({ body: { name: 'Marta' } })),
  'POST /upload': row(created(MEMBERS), () => ({ body: png })),
  'POST /upload-pdf': row(created(MEMBERS), () => ({ body: pdf })),
  'POST /upload-message-file': row(created(MEMBERS), () => ({ body: pdf })),

  // Resources of a developer.
  'POST /projects': row(created(DEVELOPERS), () => ({
    body: { title: 'Lighthouse', category: 'Backend', year: 2024 },
  })),
  'PUT /projects/:id': row(OWNING_DEVELOPER, ({ project }) => ({
    params: { id: project },
    body: { title: 'Changed' },
  })),
  // A project of another developer is not in the own list.
  'PUT /projects/order': row([401, 204, 404, 403, 403], ({ project }) => ({ body: { ids: [project] } })),
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
  'GET /offers/mine': row(RECRUITERS),
  'GET /offers/mine/counts': row(RECRUITERS),
  'GET /offers/mine/numbers': row(RECRUITERS),
  'GET /offers/mine/skills': row(RECRUITERS),
  'GET /recruiters/people': row(RECRUITERS, () => ({ query: { q: 'a' } })),
  'PATCH /offers/:id/extend': row(OWNING_RECRUITER, ({ offer }) => ({
    params: { id: offer },
    body: { days: 1 },
  })),
  'PATCH /offers/:id/state': row(OWNING_RECRUITER, ({ offer }) => ({
    params: { id: offer },
    body: { state: 'paused' },
  })),
  'POST /offers/:id/repost': row([401, 403, 403, 409, 403], ({ offer }) => ({ params: { id: offer } })),
  'GET /offers/stats/:id': row(OWNING_RECRUITER, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /offers/stats/:id/days': row(OWNING_RECRUITER, ({ rec }) => ({ params: { id: rec.id } })),
  'GET /offers/:id/candidates': row(OWNING_RECRUITER, ({ offer }) => ({ params: { id: offer } })),
  'PUT /offers/:id/candidates/:candidateId': row(OWNING_RECRUITER, (scene) => ({
    ...candidate(scene),
    body: { status: 'reviewed' },
  })),
  'POST /applications/:id/notify-now': row([401, 403, 403, 409, 403], ({ application }) => ({
    params: { id: application },
  })),
  'GET /settings/applications': row([401, 403, 403, 200, 200]),
  'PUT /settings/applications': row([401, 403, 403, 200, 200], () => ({ body: { reviewOnOpen: true } })),
  'GET /applications': row(DEVELOPERS),
  'GET /applications/numbers': row(DEVELOPERS),
  'GET /applications/last': row(DEVELOPERS),
  'GET /applications/:id/timeline': row([401, 200, 403, 200, 403], ({ application }) => ({
    params: { id: application },
  })),
  'POST /applications/:id/withdraw': row(OWNING_DEVELOPER, ({ application }) => ({
    params: { id: application },
  })),
  'GET /offers/:id/candidates/:candidateId/history': row(OWNING_RECRUITER, candidate),
  'GET /offers/cover-letter/:id/:candidateId': row([401, 200, 403, 200, 403], candidate),
  'GET /offers/bydev': row(DEVELOPERS),
  'GET /offers/applied/:id': row(OWNING_DEVELOPER, ({ dev }) => ({ params: { id: dev.id } })),
  'POST /offers/:id/apply': row([401, 409, 200, 403, 403], ({ offer }) => ({
    params: { id: offer },
    body: { phone: '+34 600 000 000', gdprAccepted: true },
  })),

  // Own notifications only; unknown ids are ignored.
  'GET /notifications': row(MEMBERS),
  'PUT /notifications/read': row(MEMBERS, ({ offer }) => ({ body: { ids: [offer] } })),

  'GET /settings/notifications': row(MEMBERS),
  'PUT /settings/notifications': row(MEMBERS, () => ({ body: { kinds: { 2: { bell: true } } } })),
  'GET /push/key': row(MEMBERS),
  'POST /push/subscriptions': row(created(MEMBERS), () => ({ body: pushSubscription })),
  'DELETE /push/subscriptions': row(MEMBERS, () => ({ body: { endpoint: pushSubscription.endpoint } })),
  // Authorised by the token alone; this one is invalid.
  'POST /unsubscribe': row([400, 400, 400, 400, 400], () => ({ body: { token: 'x' } })),

  // Reports and decisions; the act of this row changes the report, and nothing else.
  'POST /reports': row(created(EVERYBODY), (scene) => ({ body: { ...nextThing(scene), reason: 'spam' } })),
  // Authorised by the token alone; this one is invalid.
  'POST /appeals/:token': row([400, 400, 400, 400, 400], () => ({
    params: { token: 'x' },
    body: { text: 'Please' },
  })),
  'GET /admin/reports': row(MODERATORS),
  'GET /admin/reports/:id': row(MODERATORS, ({ report }) => ({ params: { id: report } })),
  'POST /admin/reports/:id/act': row(MODERATORS, ({ report }) => ({
    params: { id: report },
    body: { act: 'warn', reason: 'Against our rules' },
  })),
  'POST /admin/confirm': row(MODERATORS, () => ({ body: { password: PASSWORD } })),
  'GET /admin/log': row(MODERATORS),
  'GET /admin/numbers': row(MODERATORS),
  'GET /admin/jobs': row(MODERATORS),
  'POST /admin/jobs/:id/retry': row(MODERATORS, ({ job }) => ({ params: { id: job } })),
  'GET /admin/people': row(MODERATORS),
  'GET /admin/offers': row(MODERATORS),
  'POST /admin/reports': row(created(MODERATORS), ({ offer }) => ({ body: { kind: 'offer', id: offer } })),
  'GET /announcements': row(EVERYBODY),
  'PUT /announcements/:id/dismiss': row(MEMBERS, ({ announcement }) => ({ params: { id: announcement } })),
  'GET /admin/announcements': row(MODERATORS),
  'POST /admin/announcements': row(created(MODERATORS), () => ({ body: { text: 'Hola' } })),
  'DELETE /admin/announcements/:id': row(MODERATORS, ({ announcement }) => ({
    params: { id: announcement },
  })),
  'GET /admin/tickets': row(MODERATORS),
  'POST /admin/tickets/:id/answer': row(MODERATORS, ({ ticket }) => ({
    params: { id: ticket },
    body: { text: 'Thank you' },
  })),
  'PUT /admin/tickets/:id': row(MODERATORS, ({ ticket }) => ({
    params: { id: ticket },
    body: { state: 'closed' },
  })),

  // Chat: everybody has their own side only.
  'GET /messages/users': row(MEMBERS),
  'GET /messages/sync': row(MEMBERS),
  'GET /messages/settings': row(MEMBERS),
  'PUT /messages/settings': row(MEMBERS, () => ({ body: { signals: false } })),
  'POST /messages/read': row(MEMBERS, ({ dev }) => ({ body: { senderId: dev.id } })),
  'GET /messages/:id': row([401, 200, 200, 200, 200], ({ otherRec }) => ({ params: { id: otherRec.id } })),
  'GET /messages/:id/read': row(MEMBERS, ({ otherRec }) => ({ params: { id: otherRec.id } })),
  'GET /blocks': row(MEMBERS),
  // Blocking oneself is refused.
  'PUT /blocks/:id': row([401, 200, 200, 200, 400], ({ otherRec }) => ({
    params: { id: otherRec.id },
    body: { blocked: false },
  })),
  'PUT /messages/:id/request': row([401, 404, 404, 404, 404], ({ otherRec }) => ({
    params: { id: otherRec.id },
    body: { accept: true },
  })),
  'PUT /messages/:id/mute': row([401, 404, 404, 404, 404], ({ otherRec }) => ({
    params: { id: otherRec.id },
    body: { muted: true },
  })),
  // The message of `rec` to `dev`: its receiver may not change it, and for others there is none.
  'PATCH /messages/:id': row([401, 403, 404, 200, 404], ({ message }) => ({
    params: { id: message },
    body: { text: 'Hola otra vez' },
  })),
  'DELETE /messages/:id': row([401, 403, 404, 200, 404], ({ message }) => ({ params: { id: message } })),
  'GET /messages/search': row(MEMBERS, () => ({ query: { q: 'hola' } })),
  // No messages to oneself (S5).
  'POST /messages/send/:id': row([401, 201, 201, 201, 400], ({ otherRec }) => ({
    params: { id: otherRec.id },
    body: { text: 'Hola' },
  })),
}

/** A thing is reported once per person, and not by its owner: visitors first, then the callers of the matrix in its order. */
function nextThing(scene: Scene) {
  const turn = turns.get(scene) ?? 0
  turns.set(scene, turn + 1)
  return scene.reportable[turn % scene.reportable.length]
}
