import { auth } from './auth.ts'

const PREFIX = 'draft:'
const REOPEN = 'reopenAfterLogin'

/** Forms whose drafts outlive their tab (APPL-11). */
const LASTING = /^draft:[^:]*:application:/

/**
 * Unsent form input by person and form, in session storage, and in local storage for an application: survives a reload,
 * a lost connection and an expired session; a logout in any tab clears it.
 */
export const drafts = {
  read(name: string): unknown {
    return read(keyOf(name))
  },

  save(name: string, values: unknown) {
    write(keyOf(name), values)
  },

  delete(name: string) {
    remove(keyOf(name))
  },

  /** Remembers the open form at the end of a session. `form` is what the dialog needs to open it again. */
  saveOpenForm(name: string, form: unknown) {
    write(REOPEN, { person: auth.get().id ?? lastPerson, name, form })
  },

  /** Returned once, and for the same person only. */
  takeOpenForm(name: string): unknown {
    const stored = read(REOPEN) as { person?: unknown; name?: unknown; form?: unknown } | undefined
    if (stored?.name !== name) return undefined
    remove(REOPEN)
    return stored.person === auth.get().id ? stored.form : undefined
  },
}

/** While a session ends, its forms still save their input. */
let lastPerson: string | undefined

const storageOf = (key: string) => (LASTING.test(key) ? localStorage : sessionStorage)

const keyOf = (name: string) => `${PREFIX}${auth.get().id ?? lastPerson ?? 'visitor'}:${name}`

function read(key: string): unknown {
  try {
    return JSON.parse(storageOf(key).getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown) {
  try {
    storageOf(key).setItem(key, JSON.stringify(value))
  } catch {
    // Without storage the draft lasts as long as its form.
  }
}

function remove(key: string) {
  try {
    storageOf(key).removeItem(key)
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

auth.subscribe(() => {
  const { id } = auth.get()
  if (id !== undefined) lastPerson = id
  else setTimeout(clearLastPerson)
})

function clearLastPerson() {
  if (auth.get().id === undefined) lastPerson = undefined
}

auth.onClearPersonalData(() => {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(PREFIX) || key === REOPEN) storage.removeItem(key)
      }
    }
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
})
