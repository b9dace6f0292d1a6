/** Headers of every response that prevent browsers from interpreting it as another type or as a page. */
const COMMON = [
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Frame-Options', 'DENY'],
] as const;

/**
 * The headers of responses that pages of all origins may load: SDK scripts, flags, events. Names and values
 * alternate.
 */
export const PUBLIC_SECURITY_HEADERS: readonly string[] = [
  ...COMMON,
  ...['Cross-Origin-Resource-Policy', 'cross-origin'],
];

/** The headers of responses that other sites must not load. */
export const PRIVATE_SECURITY_HEADERS: readonly string[] = [
  ...COMMON,
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** Sets a list of headers on a response whose head is not sent yet; headers set later replace them. */
export function setHeaders(
  response: { setHeader(name: string, value: string): unknown },
  list: readonly string[],
): void {
  for (let at = 0; at < list.length; at += 2)
    response.setHeader(list[at] ?? '', list[at + 1] ?? '');
}
