import { PRODUCT } from '#contract/product.ts'

/** The web app manifest, with the operator's product name. */
export const appManifest = () => ({
  id: '/',
  name: PRODUCT.name,
  short_name: PRODUCT.name,
  description: 'Developers show their work, recruiters post offers, and both talk in real time.',
  lang: 'en',
  start_url: '/',
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
    { name: 'Offers', url: '/offers' },
    { name: 'Projects', url: '/projects' },
    { name: 'Developers', url: '/developers' },
  ],
})
