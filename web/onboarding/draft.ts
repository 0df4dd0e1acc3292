import { useSyncExternalStore } from 'react'
import type { LanguageRow } from '../devs/LanguageRows.tsx'
import { auth } from '../lib/auth.ts'

/** The wizard's input so far (DATA-37). */
export type Draft = {
  /** -1 is the welcome screen. */
  step: number
  userinfo1: { phone: string; description: string; birthDate: string }
  userinfo2: { imageUrl: string }
  roletype1: {
    professionalPosition: string
    experienceYears: string
    location: string
    linkedin: string
    github: string
    languages: LanguageRow[]
  }
  roletype2: { skills: string[] }
  recruiter1: {
    companyName: string
    location: string
    sector: string
    contactEmail: string
    contactPhone: string
    website: string
  }
}

/** In memory only: survives navigation and an expired session, but no reload and no logout (decision 35). */
export function useDraft() {
  const draft = useSyncExternalStore(subscribe, get, get)
  return { draft, change, clear }
}

/** Changes one group. */
function change<Group extends keyof Draft>(group: Group, next: Draft[Group] | Partial<Draft[Group]>) {
  const last = state[group]
  set({ ...state, [group]: typeof last === 'object' ? { ...last, ...(next as object) } : next })
}

function clear() {
  set(EMPTY)
}

const EMPTY: Draft = {
  step: -1,
  userinfo1: { phone: '', description: '', birthDate: '' },
  userinfo2: { imageUrl: '' },
  roletype1: {
    professionalPosition: '',
    experienceYears: '',
    location: '',
    linkedin: '',
    github: '',
    languages: [{ key: 0, language: '', languageLevel: '' }],
  },
  roletype2: { skills: [] },
  recruiter1: { companyName: '', location: '', sector: '', contactEmail: '', contactPhone: '', website: '' },
}

let state = EMPTY
const listeners = new Set<() => void>()
const get = () => state

function set(next: Draft) {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

let owner: string | undefined
auth.subscribe(() => {
  const { id } = auth.get()
  if (id === undefined) return
  if (owner !== undefined && owner !== id) clear()
  owner = id
})
auth.onClearPersonalData(clear)
