import { useParams } from '@tanstack/react-router';

/** A part of the address, such as the id in `dashboard/$id`; empty when the route has none of this name. */
export function usePathParameter(name: string): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters[name] ?? '';
}
