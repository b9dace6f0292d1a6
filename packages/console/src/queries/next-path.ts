/** The pages that can be opened: those of a project, and the one that signs in a command-line client. */
const PAGES = /^\/(project\/\d|cli\/authorize(\?|$))/;

/**
 * The page to open after signing in: the URL parameter `next` if it is one of `PAGES`, otherwise the start page.
 * Any other value (`//other.example`, `https:…`, a backslash) could lead to another host.
 */
export function pathToOpen(next: string | undefined): string {
  if (next === undefined || !PAGES.test(next) || next.includes('\\')) return '/';
  return next;
}
