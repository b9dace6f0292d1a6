import * as Ariakit from '@ariakit/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client';
import { FailedNotice } from '../state/states';
import { SearchFrame } from './search-frame';
import { useDebounced } from './use-debounced';
import styles from './filters.module.css';

interface Definitions {
  readonly results: readonly { readonly name: string }[];
}

/** A searchable list of event names. A name that is not in the list can be used as typed. */
export function EventList(props: {
  readonly projectId: number;
  readonly onChoose: (name: string | null) => void;
}) {
  const { projectId, onChoose } = props;
  const [search, setSearch] = useState('');
  const settled = useDebounced(search);
  const list = useQuery({
    queryKey: ['event-names', projectId, settled],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({ search: settled, limit: '100' });
      const path = `/api/projects/${projectId}/event_definitions/?${parameters.toString()}`;
      const { results } = await request<Definitions>('GET', path, { signal });
      return results.map(({ name }) => name);
    },
  });
  const names = list.data ?? [];
  const typed = search.trim();
  const item = { focusOnHover: true, setValueOnClick: false, hideOnClick: false } as const;
  return (
    <SearchFrame
      label="Event"
      placeholder="Search events"
      search={search}
      onSearch={setSearch}
      className={styles.search}
    >
      <FailedNotice query={list} />
      <Ariakit.ComboboxList alwaysVisible aria-label="Events" className={styles.list}>
        {typed === '' && (
          <Ariakit.ComboboxItem {...item} className={styles.item} onClick={() => onChoose(null)}>
            <strong>All events</strong>
          </Ariakit.ComboboxItem>
        )}
        {names.map((name) => (
          <Ariakit.ComboboxItem
            {...item}
            key={name}
            className={styles.item}
            onClick={() => onChoose(name)}
          >
            <span className={styles.itemName}>{name}</span>
          </Ariakit.ComboboxItem>
        ))}
        {typed !== '' && !names.includes(typed) && (
          <Ariakit.ComboboxItem {...item} className={styles.item} onClick={() => onChoose(typed)}>
            <span className={styles.itemName}>Use “{typed}”</span>
          </Ariakit.ComboboxItem>
        )}
      </Ariakit.ComboboxList>
    </SearchFrame>
  );
}
