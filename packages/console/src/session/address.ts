import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Search } from './project-link';

/** A part of the path, for example `flagId` of `feature_flags/$flagId`; empty when the path has none. */
export function usePathPart(name: string): string {
  const parts: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const part = parts[name];
  return typeof part === 'string' ? part : '';
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
