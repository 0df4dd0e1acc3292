import { expect, test } from 'vitest'
import { NOTIFICATION_KINDS, showNotification } from './notification-kinds.ts'
import { NOTIFICATION_TYPES } from './notifications.ts'

const show = (type: number, projectId: string | null = 'p1') =>
  showNotification({ kind: null, type, data: {}, projectId }, 'Marta Ruiz')

test.each([
  [2, 'Marta Ruiz ha dado like a tu Proyecto'],
  [3, 'Marta Ruiz ha comentado en tu foto'],
  [1, 'Tienes una nueva notificación'],
  [99, 'Tienes una nueva notificación'],
])(
  'type %i has the text that the requirements quote',
  { tags: ['NOTIF-04', 'NOTIF-05', 'NOTIF-06'] },
  (type, text) => {
    expect(show(type).text).toBe(text)
  },
)

test('a notification about a project opens its page', () => {
  expect(show(2).path).toBe('/projects/p1')
  expect(show(2, null).path).toBeNull()
})

test('each of the 14 types has a kind, a text made from its data, and a page', { tags: 'NTFY-01' }, () => {
  const offer = { offerId: 'o1', position: 'Backend Developer', company: 'Acme' }
  const application = { ...offer, applicationId: 'a1' }
  const shown = (kind: string, data: Record<string, string | number>) => {
    const { type } = NOTIFICATION_KINDS[kind as keyof typeof NOTIFICATION_KINDS]
    return showNotification({ kind, type, data, projectId: null }, 'Marta Ruiz')
  }
  expect(shown('applicationStatus', { ...application, status: 'reviewed' })).toEqual({
    text: 'Your application for Backend Developer at Acme was reviewed',
    path: '/applications/a1',
  })
  expect(shown('newApplication', application)).toEqual({
    text: 'Marta Ruiz applied for Backend Developer',
    path: '/private-rec/dashboard/o1?application=a1',
  })
  expect(shown('offerEnding', { ...offer, company: '', days: 7 })).toEqual({
    text: 'Your offer Backend Developer ends in 7 days',
    path: '/offers/o1',
  })
  expect(shown('offerEnded', { ...application, company: '', message: '' }).text).toBe(
    'Backend Developer no longer takes applications',
  )
  const types = new Set(Object.values(NOTIFICATION_KINDS).map(({ type }) => type))
  expect(types).toEqual(new Set(Object.values(NOTIFICATION_TYPES)))
})
