import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PeopleBehind } from '../queries/insight/people-behind';
import { decodePeople, encodePeople } from '../queries/insight/people-link';
import { useHashPart } from './use-hash-part';

const PART = 'people';

interface PeopleInAddress {
  /** The people that are shown; null if the drawer is closed. */
  readonly people: PeopleBehind | null;
  /** Set if the URL contains an invalid list of people. */
  readonly error: Error | null;
  /** Shows the people behind a number and adds an entry to the browser history. Null closes the drawer. */
  readonly setPeople: (people: PeopleBehind | null) => void;
}

/**
 * The people behind a number that are shown in a drawer. They are stored in the fragment of the URL, so that a link
 * opens them.
 */
export function usePeopleLink(): PeopleInAddress {
  const client = useQueryClient();
  const [text, go] = useHashPart(PART);
  const decoded = useQuery({
    queryKey: ['people-link', text],
    enabled: text !== null,
    queryFn: () => decodePeople(text ?? ''),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    people: text === null ? null : (decoded.data ?? null),
    error: text === null ? null : decoded.error,
    setPeople: (people) => {
      if (people === null) return go(null);
      void encodePeople(people).then((value) => {
        client.setQueryData(['people-link', value], people);
        go(value);
      });
    },
  };
}
