import { expect, test } from 'vitest'
import { notificationText } from './notification-text.ts'

test.each([
  [2, 'Marta Ruiz ha dado like a tu Proyecto'],
  [3, 'Marta Ruiz ha comentado en tu foto'],
  [1, 'Tienes una nueva notificación'],
  [4, 'Tienes una nueva notificación'],
])('type %i reads as the specification says [NOTIF-04, NOTIF-05, NOTIF-06]', (type, text) => {
  expect(notificationText({ type, senderName: 'Marta Ruiz' })).toBe(text)
})
