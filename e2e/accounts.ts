export type Role = 'developer' | 'recruiter'

/** Lucía and Marta of the demo data. */
export const ACCOUNTS: Record<Role, { email: string; password: string }> = {
  developer: { email: 'lucia@puente.example', password: 'Puente-2026!' },
  recruiter: { email: 'marta@puente.example', password: 'Puente-2026!' },
}

/** Signs in by API; the browser needs only the token in its local storage. */
export async function signIn(baseUrl: string, { email, password }: { email: string; password: string }) {
  const response = await fetch(`${baseUrl}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const body: unknown = await response.json()
  if (typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string')
    return body.token
  throw new Error(`${email} cannot sign in: ${response.status} ${JSON.stringify(body)}`)
}
