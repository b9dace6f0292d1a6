import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Search } from './project-link';

/** A parameter of the path, such as the id in `dashboard/$id`; empty if the route does not have it. */
export function usePathParameter(name: string): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters[name] ?? '';
}

/** The URL parameters as texts. The router parses values such as `7` and `true` to other types. */
export function useAddressSearch(): Search {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** A URL parameter as text; undefined if it is missing. */
export function useSearchParameter(name: string): string | undefined {
  return useAddressSearch()[name];
}

/** Parameters that change with each typed character. */
const TYPED: ReadonlySet<string> = new Set(['text', 'tag', 'search', 'effect', 'find']);

/**
 * Returns a function that changes URL parameters of this page and removes empty ones. Each change is a step of Back in
 * the browser. A typed text is one step, from its first character on.
 */
export function useChangeSearch(): (changes: Search) => void {
  const navigate = useNavigate();
  const present = useAddressSearch();
  return (changes) => {
    const kept = Object.entries({ ...present, ...changes }).filter(
      ([, value]) => (value ?? '') !== '',
    );
    // The cast is needed because screens are declared as data, so the router does not know their parameters.
    void navigate({
      to: '.',
      search: Object.fromEntries(kept) as never,
      replace: Object.keys(changes).some((name) => continuesText(name, changes, present)),
      hash: true,
    });
  };
}

function continuesText(name: string, changes: Search, present: Search): boolean {
  return TYPED.has(name) && changes[name] !== undefined && (present[name] ?? '') !== '';
}
