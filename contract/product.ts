import type { Provider } from './openid.ts'
import { RETENTION_DAYS, type RetentionDays } from './retention.ts'

export type Product = {
  name: string
  supportEmail: string
  privacyEmail: string
  legalEmail: string
  /** The home page shows its counts times this (decision 39). */
  homeStatsFactor: number
  retentionDays: RetentionDays
  /** Other ways to sign in than by password (ACCT-03). */
  providers: readonly Provider[]
}

/**
 * Name and mail addresses of the operator (decisions 38 and 37). Defaults, until `configureProduct` applies the
 * settings of the server: read it on display, not while a module is loaded.
 */
export const PRODUCT: Readonly<Product> = {
  name: 'Puente',
  supportEmail: 'support@example.com',
  privacyEmail: 'privacy@example.com',
  legalEmail: 'legal@example.com',
  homeStatsFactor: 100,
  retentionDays: RETENTION_DAYS,
  providers: [],
}

/** Called once, at the start of a process or page. */
export function configureProduct(product: Product): void {
  Object.assign(PRODUCT, product)
}

/** The id of its data block in every document: `<script type="application/json" id="product">`. */
export const PRODUCT_ID = 'product'
