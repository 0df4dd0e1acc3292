import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'
import type { Config } from '../config.ts'

export type HeaderSettings = Pick<Config, 'EXTERNAL_IMAGES' | 'publicUrl'>

/** Headers of every response. They are constant, so helmet runs once and not with each request. */
export function securityHeaders(settings: HeaderSettings): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options(settings))(request, response, (error) => {
    if (error) throw error
  })
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS_POLICY }
}

/** Features that no page of ours uses; helmet does not know this header. */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'usb', 'browsing-topics'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

function options({ EXTERNAL_IMAGES, publicUrl }: HeaderSettings) {
  // Addresses of uploads are absolute, and pages may be read under another name of this host.
  const fileOrigin = new URL(publicUrl).origin
  const socketOrigin = publicUrl.replace(/^http/, 'ws')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', EXTERNAL_IMAGES === 'on' ? 'https:' : fileOrigin],
        'connect-src': ["'self'", socketOrigin],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
    // For browsers and plug-ins that no longer exist.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  } as const
}
