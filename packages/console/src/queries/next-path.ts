/**
 * The page to open after signing in: `next` of the address where it is a path of this console, else the start page.
 * Anything else (`//other.example`, `https:…`, a backslash) would lead to another host.
 */
export function pathToOpen(next: string | undefined): string {
  if (next === undefined || !/^\/project\/\d/.test(next) || next.includes('\\')) return '/';
  return next;
}
