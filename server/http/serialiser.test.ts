import { expect, test } from 'vitest'
import { z } from 'zod'
import { InboxEvent, SyncResult } from '#contract/inbox.ts'
import { createSerialiser } from './serialiser.ts'

const Shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('text'), text: z.string(), note: z.string().optional() }),
])
const circle = { kind: 'circle', radius: 2 }
const text = { kind: 'text', text: 'Ñ "quoted"' }

const written = (shape: z.ZodType, value: unknown) => JSON.parse(createSerialiser(shape)(value))

test('a union is written by its discriminator, wherever it stands', () => {
  const values = {
    one: circle,
    many: [text, circle],
    none: null,
    nested: { one: text, count: 1 },
    other: 'x',
  }
  const Values = z.object({
    one: Shape,
    many: z.array(Shape),
    none: Shape.nullable(),
    absent: Shape.optional(),
    nested: z.object({ one: Shape, count: z.number() }),
    other: z.string(),
  })
  expect(written(Values, values)).toEqual(values)
  expect(written(z.array(Values).nullable(), [values])).toEqual([values])
  expect(written(z.object({ only: Shape }), { only: circle })).toEqual({ only: circle })
  expect(written(z.array(Shape).nullable(), null)).toBeNull()
})

test('a field outside of the branch is not written, nor one of another branch (G6)', () => {
  expect(written(Shape, { ...circle, secret: 'x', text: 'x' })).toEqual(circle)
  expect(written(z.object({ one: Shape }), { one: { ...text, radius: 1 }, secret: 'x' })).toEqual({
    one: text,
  })
})

test('a value of no branch is an error, and a missing one', () => {
  const write = createSerialiser(z.object({ one: Shape }))
  expect(() => write({ one: { kind: 'square', side: 1 } })).toThrow("The shape has no kind 'square'")
  expect(() => write({ one: {} })).toThrow("The shape has no kind 'undefined'")
  expect(() => write({ one: null })).toThrow()
  expect(() => write({})).toThrow()
})

test('a union of basic types is written by the type of the value, null too', () => {
  const Data = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]).nullable())
  const data = { text: '1', number: 1, list: ['1'], none: null }
  expect(written(Data, data)).toEqual(data)
  expect(() => written(Data, { wrong: { a: 1 } })).toThrow()
})

test('events of an inbox have the data of their kind only (G6)', () => {
  const state = { _id: '0', request: false, muted: true, blocked: false }
  const event = { inboxSeq: 1, event: 'conversationChanged', data: state }
  const result = { events: [event], last: 1, more: false, reset: false }
  const leaking = { ...result, events: [{ ...event, data: { ...state, text: 'x', unread: 3 } }] }
  expect(written(SyncResult, leaking)).toEqual(result)
  expect(() => written(InboxEvent, { ...event, event: 'other' })).toThrow()
})
