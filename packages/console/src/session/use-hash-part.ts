import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { hashPart, withHashPart } from '../queries/query-link';

/**
 * A parameter in the fragment of the URL, which is not sent to a server; null if it is missing. The function changes
 * it and adds an entry to the browser history; null removes it.
 */
export function useHashPart(
  name: string,
): readonly [value: string | null, change: (value: string | null) => void] {
  const navigate = useNavigate();
  const { history } = useRouter();
  // Renders again when the fragment changes. The router decodes its own copy.
  useRouterState({ select: (state) => state.location.hash });
  const value = hashPart(history.location.hash, name);
  return [
    value,
    (next) => {
      const hash = withHashPart(history.location.hash, name, next);
      const place = { to: '.', search: true, hash: hash === '' ? undefined : hash } as const;
      void navigate({ ...place, resetScroll: false, hashScrollIntoView: false });
    },
  ];
}
