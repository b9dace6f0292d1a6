/**
 * The page to open after signing in: the URL parameter `next` if it is a path of a project, otherwise the start page.
 * Any other value (`//other.example`, `https:…`, a backslash) could lead to another host.
 */
export function pathToOpen(next: string | undefined): string {
  if (next === undefined || !/^\/project\/\d/.test(next) || next.includes('\\')) return '/';
  return next;
}
