import { expect, test } from 'vitest'
import { notificationPath, notificationText } from './notification-kinds.ts'

const content = { senderName: 'Marta Ruiz', projectId: 'p1' }

test.each([
  [2, 'Marta Ruiz ha dado like a tu Proyecto'],
  [3, 'Marta Ruiz ha comentado en tu foto'],
  [1, 'Tienes una nueva notificación'],
  [99, 'Tienes una nueva notificación'],
])(
  'type %i reads as the specification says',
  { tags: ['NOTIF-04', 'NOTIF-05', 'NOTIF-06'] },
  (type, text) => {
    expect(notificationText({ ...content, type })).toBe(text)
  },
)

test('a notification about a project opens its page', () => {
  expect(notificationPath({ ...content, type: 2 })).toBe('/projects/p1')
  expect(notificationPath({ ...content, type: 2, projectId: null })).toBeNull()
})
