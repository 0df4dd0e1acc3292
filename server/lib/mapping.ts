import type { Selectable, Updateable } from 'kysely'
import type { z } from 'zod'
import type { Tables } from './tables.ts'

type Column<T extends keyof Tables> = keyof Tables[T] & string

/** A column that holds JSON. */
export type JsonField<C extends string = string, Value = unknown> = {
  column: C
  parse: (stored: string) => Value
}

type Fields<T extends keyof Tables> = Record<string, Column<T> | JsonField<Column<T>>>

type ColumnOf<F> = F extends JsonField<infer C> ? C : F extends string ? F : never

type ValueOf<T extends keyof Tables, F> =
  F extends JsonField<string, infer Value>
    ? Value
    : F extends keyof Selectable<Tables[T]>
      ? Selectable<Tables[T]>[F]
      : never

type Values<T extends keyof Tables, F extends Fields<T>> = { -readonly [K in keyof F]: ValueOf<T, F[K]> }
type Change<T extends keyof Tables, F extends Fields<T>> = { [K in keyof F]?: ValueOf<T, F[K]> | undefined }
type Row<T extends keyof Tables, F extends Fields<T>> = Pick<
  Selectable<Tables[T]>,
  Extract<ColumnOf<F[keyof F]>, keyof Selectable<Tables[T]>>
>
type Written<T extends keyof Tables, F extends Fields<T>> = Pick<
  Updateable<Tables[T]>,
  Extract<ColumnOf<F[keyof F]>, keyof Updateable<Tables[T]>>
>

/**
 * The fields of a table with the same meaning in the contract, each with its column: select list, row to values,
 * change to columns. Computed, joined and counted fields are in the queries.
 */
export function mapping<T extends keyof Tables, const F extends Fields<T>>(table: T, fields: F) {
  type Name = ColumnOf<F[keyof F]>
  const entries = Object.entries(fields).map(([key, field]) =>
    typeof field === 'string' ? { key, column: field, parse: undefined } : { key, ...field },
  )
  const columns = entries.map(({ column }) => column) as Name[]
  return {
    /** For `returning`, and for a select from this table alone. */
    columns,
    /** Those with JSON. */
    jsonColumns: entries.flatMap(({ column, parse }) => (parse ? [column] : [])),
    /** The same with the table's name, for joins. */
    select: columns.map((column) => `${table}.${column}`) as `${T}.${Name}`[],

    read(row: Row<T, F>): Values<T, F> {
      const stored = row as Record<string, unknown>
      const values: Record<string, unknown> = {}
      for (const { key, column, parse } of entries) {
        values[key] = parse ? parse(stored[column] as string) : stored[column]
      }
      return values as Values<T, F>
    },

    /** Present keys only. */
    write(change: Change<T, F>): Written<T, F> {
      const row: Record<string, unknown> = {}
      for (const { key, column, parse } of entries) {
        const value = (change as Record<string, unknown>)[key]
        if (value !== undefined) row[column] = parse ? JSON.stringify(value) : value
      }
      return row as Written<T, F>
    },
  }
}

/** A column with a JSON list of texts. Checked by hand: lists read it for every row. */
export const textList = <const C extends string>(column: C): JsonField<C, string[]> => ({
  column,
  parse: parseTextList,
})

/** A column with JSON of this shape. */
export const json = <const C extends string, Shape extends z.ZodType>(
  column: C,
  shape: Shape,
): JsonField<C, z.output<Shape>> => ({ column, parse: (stored) => parseJson(shape, stored) })

/** Parses stored JSON; throws for another shape. */
export const parseJson = <Shape extends z.ZodType>(shape: Shape, stored: string): z.output<Shape> =>
  shape.parse(JSON.parse(stored))

/** Parses the stored list of texts; throws for anything else. */
export function parseTextList(stored: string): string[] {
  const value: unknown = JSON.parse(stored)
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'string')) {
    throw new TypeError('A stored list is not a list of texts.')
  }
  return value
}
