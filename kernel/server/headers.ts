/** Security headers, the same on every answer: worked out once, because helmet's own plugin builds each policy anew for every request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** Devices of the clinic (slit lamp, lensmeter, microphone of a consultation, receipt printer) and nothing else. */
const PERMISSIONS_POLICY = 'camera=(self), microphone=(self), serial=(self), geolocation=(), usb=(self), payment=(), browsing-topics=()'

/**
 * Headers of every answer; with `https` browsers are told to stay with it. `program`: a vendor's script that pages load, which talks to
 * servers of its own.
 */
export function securityHeaders({ https = false, program }: { https?: boolean; program?: string }): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS_POLICY }
  const reply = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  } as unknown as ServerResponse
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(program ? [new URL(program).origin] : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'http://127.0.0.1:*', 'http://localhost:*', ...(program ? ['https:', 'wss:'] : [])],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    // Clinics also run it by plain address in their own network; where the site has a certificate the browser never goes back to http.
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    // For browsers that are gone (Internet Explorer, Flash).
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })({} as IncomingMessage, reply, (error?: unknown) => {
    if (error) throw error instanceof Error ? error : new Error(String(error))
  })
  return headers
}
