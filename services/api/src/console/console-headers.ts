/**
 * Only files of this server, images that the page itself holds (`data:` reaches nobody; pictures of dashboards are drawn
 * from one), no style or script inside the page, no frame, and DOM sinks that take no text.
 */
export const CONSOLE_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The headers of the shell and its files, in addition to those of every response of the api
 * (`PRIVATE_SECURITY_HEADERS`). Files have the policy of the shell, because a worker is subject to the policy of its
 * own script.
 */
export const CONSOLE_HEADERS = {
  'Content-Security-Policy': CONSOLE_CONTENT_SECURITY_POLICY,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;
