import { getLanguage, getLocale } from '#contract/locale.ts'
import { PRODUCT_ID, type Product } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import { providersOf } from '../openid/providers.ts'
import { retentionDaysOf } from '../operations/retention.ts'

/** The operator's data in the pages, from the settings. */
export const productOf = (config: Config): Product => ({
  name: config.PRODUCT_NAME,
  supportEmail: config.SUPPORT_EMAIL,
  privacyEmail: config.PRIVACY_EMAIL,
  legalEmail: config.LEGAL_EMAIL,
  homeStatsFactor: config.HOME_STATS_FACTOR,
  retentionDays: retentionDaysOf(config),
  providers: providersOf(config),
})

/** The built index.html in the current locale, with the operator's data: as a data block, and as text without JavaScript. */
export function fillTemplate(template: string, product: Product, prefix: string): string {
  const data = JSON.stringify(product).replaceAll('<', '\\u003c')
  // Functions, because `$&` in a name must not be a pattern.
  return template
    .replace('lang="en" data-locale="en-quoted"', `lang="${getLanguage()}" data-locale="${getLocale()}"`)
    .replace('/manifest.webmanifest', `${prefix}/manifest.webmanifest`)
    .replace('<!--product-->', () => `<script type="application/json" id="${PRODUCT_ID}">${data}</script>`)
    .replace('<!--noscript-->', () =>
      m.general_needs_javascript({ product: product.name }).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
}
