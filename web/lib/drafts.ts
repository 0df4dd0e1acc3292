import { auth } from './auth.ts'

const PREFIX = 'draft:'
const REOPEN = 'reopenAfterLogin'

/**
 * What somebody has typed and not yet sent, by person and form, in the storage of the tab: it outlives a reload, a
 * broken line and an expired sign-in, and goes with a logout in any tab.
 */
export const drafts = {
  read(name: string): unknown {
    return read(keyOf(name))
  },

  keep(name: string, values: unknown) {
    write(keyOf(name), values)
  },

  forget(name: string) {
    remove(keyOf(name))
  },

  /** The form that was open when the sign-in ended, told by what can open it again, under its own name. */
  reopenLater(name: string, form: unknown) {
    write(REOPEN, { person: auth.get().id ?? lastPerson, name, form })
  },

  /** Gives it once, to the same person. */
  takeReopened(name: string): unknown {
    const kept = read(REOPEN) as { person?: unknown; name?: unknown; form?: unknown } | undefined
    if (kept?.name !== name) return undefined
    remove(REOPEN)
    return kept.person === auth.get().id ? kept.form : undefined
  },
}

/** Only for the moment in which a sign-in ends, when its forms say what they hold. */
let lastPerson: string | undefined

const keyOf = (name: string) => `${PREFIX}${auth.get().id ?? lastPerson ?? 'visitor'}:${name}`

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the draft lives as long as its form.
  }
}

function remove(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored where storage is forbidden.
  }
}

auth.subscribe(() => {
  const { id } = auth.get()
  if (id !== undefined) lastPerson = id
  else setTimeout(forgetLastPerson)
})

function forgetLastPerson() {
  if (auth.get().id === undefined) lastPerson = undefined
}

auth.onClearPersonalData(() => {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) || key === REOPEN) sessionStorage.removeItem(key)
    }
  } catch {
    // Nothing is stored where storage is forbidden.
  }
})
