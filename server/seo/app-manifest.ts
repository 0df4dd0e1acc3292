import { getLocale } from '#contract/locale.ts'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'

/** The web app manifest, with the operator's product name; one application in every language. */
export const appManifest = (prefix: string) => ({
  id: '/',
  name: PRODUCT.name,
  short_name: PRODUCT.name,
  description: m.home_text(),
  lang: getLocale().slice(0, 2),
  start_url: prefix || '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fafaf7',
  theme_color: '#0f766e',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: m.layout_offers(), url: `${prefix}/offers` },
    { name: m.projects_plural(), url: `${prefix}/projects` },
    { name: m.layout_developers(), url: `${prefix}/developers` },
  ],
})
