import { z } from 'zod'

export const Descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
})

/** `PublicKeyCredentialRequestOptionsJSON`. */
export const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(Descriptor).optional(),
  userVerification: z.string().optional(),
})

export const SECOND_FACTORS = ['totp', 'recovery', 'passkey'] as const

/** In the 401 `SECOND_FACTOR` of a sign-in whose password was right. */
export const SecondFactorNeeded = z.object({
  ticket: z.string(),
  methods: z.array(z.enum(SECOND_FACTORS)),
  options: RequestOptions.optional(),
})

export type SecondFactorNeeded = z.output<typeof SecondFactorNeeded>
