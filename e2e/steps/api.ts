import { signIn } from '../accounts.ts'
import type { NewPerson } from './people.ts'

/** Registers, signs in and completes a profile by the API; returns the token. */
export async function signUpByApi(baseUrl: string, person: NewPerson, role: 'developer' | 'recruiter') {
  const { name, surname, email, password } = person
  await send(baseUrl, 'POST', '/users/register', {
    name,
    surname,
    email,
    password,
    'confirm-password': password,
    role,
  })
  const { token } = (await send(baseUrl, 'POST', '/users/login', { email, password })) as { token: string }
  const common = {
    phone: '+34 600111222',
    description: 'Written by a test that needed one more person in the room.',
    birthDate: '17-05-1990',
    hasCompletedOnboarding: true,
  }
  const avatar = await uploadAvatar(baseUrl, token)
  if (role === 'developer') {
    const developer = {
      professionalPosition: 'Data engineer',
      experienceYears: '4',
      location: 'Quito',
      skills: ['Python'],
      languages: [{ language: 'Español', languageLevel: 'Native' }],
    }
    await send(baseUrl, 'PUT', '/devs/onboarding', { ...common, avatar, role: { developer } }, token)
  } else {
    const recruiter = {
      companyName: 'Faro',
      location: 'Lima',
      sector: 'Energy',
      contactEmail: 'faro@example.com',
      contactPhone: '+51 10000000',
      website: 'https://faro.example',
    }
    await send(baseUrl, 'PUT', '/recruiters/profile', { ...common, avatar, role: { recruiter } }, token)
  }
  return token
}

/** One call, which must succeed. */
export async function send(baseUrl: string, method: string, path: string, body: unknown, token?: string) {
  const response = await fetch(`${baseUrl}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const parsed: unknown = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(parsed)}`)
  return parsed
}

/** The current content of a public list, to compare with a page that may briefly show the previous one. */
export const itemsOf = <Item>(baseUrl: string, path: string) =>
  send(baseUrl, 'GET', path, undefined) as Promise<Item[]>

/** Calls the API as one person, for the preconditions of a test. */
export async function apiOf(baseUrl: string, who: { email: string; password: string }) {
  const token = await signIn(baseUrl, who)
  const { id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { id: string }
  return {
    id,
    get: <Body>(path: string) => send(baseUrl, 'GET', path, undefined, token) as Promise<Body>,
    post: <Body>(path: string, body: unknown) => send(baseUrl, 'POST', path, body, token) as Promise<Body>,
    put: <Body>(path: string, body: unknown) => send(baseUrl, 'PUT', path, body, token) as Promise<Body>,
  }
}

// The smallest picture, which the server converts.
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function uploadAvatar(baseUrl: string, token: string): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png')
  const response = await fetch(`${baseUrl}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { secure_urls } = (await response.json()) as { secure_urls: string[] }
  return secure_urls[0] ?? ''
}
