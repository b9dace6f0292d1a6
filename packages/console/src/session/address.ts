import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Search } from './project-link';

/** A part of the address, such as the id in `dashboard/$id`; empty when the route has none of this name. */
export function usePathParameter(name: string): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters[name] ?? '';
}

/** The search parameters as texts; the router reads `7` and `true` as other types. */
export function useAddressSearch(): Search {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** A search parameter of the address as text; undefined when it is missing. */
export function useSearchParameter(name: string): string | undefined {
  return useAddressSearch()[name];
}

/** Returns a function that changes search parameters of this page; empty ones are removed. No step of Back. */
export function useChangeSearch(): (changes: Search) => void {
  const navigate = useNavigate();
  const present = useAddressSearch();
  return (changes) => {
    const kept = Object.entries({ ...present, ...changes }).filter(
      ([, value]) => (value ?? '') !== '',
    );
    // Screens are declared as data, so the router has no type for their parameters.
    void navigate({
      to: '.',
      search: Object.fromEntries(kept) as never,
      replace: true,
      hash: true,
    });
  };
}
