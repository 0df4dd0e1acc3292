/** All demo accounts share this password. */
export const DEMO_PASSWORD = 'Puente-2026!'
export const DEMO_DEVELOPER = 'lucia@puente.example'
export const DEMO_RECRUITER = 'marta@puente.example'
