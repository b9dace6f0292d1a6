import { useParams, useSearch } from '@tanstack/react-router';

/** A part of the address, such as the id in `dashboard/$id`; empty when the route has none of this name. */
export function usePathParameter(name: string): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters[name] ?? '';
}

/** A search parameter of the address as text; undefined when it is missing. */
export function useSearchParameter(name: string): string | undefined {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const value = search[name];
  // The router reads numbers and booleans as such.
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}
