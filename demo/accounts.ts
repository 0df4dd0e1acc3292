import type { Db } from '../server/lib/db.ts'

/** Every account of the demo world has it; Lucía and Marta are the ones to sign in with. */
export const DEMO_PASSWORD = 'Puente-2026!'
export const DEMO_DEVELOPER = 'lucia@puente.example'
export const DEMO_RECRUITER = 'marta@puente.example'

/** Whether the demo accounts are there. */
export async function isSeeded(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('email', '=', DEMO_DEVELOPER).executeTakeFirst()) !==
    undefined
  )
}

/** Whether anybody is there at all. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
