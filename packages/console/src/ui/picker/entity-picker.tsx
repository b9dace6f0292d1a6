import * as Ariakit from '@ariakit/react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/client';
import { SearchFrame } from '../filters/search-frame';
import { useDebounced } from '../filters/use-debounced';
import type { IconName } from '../icon/icon-names';
import { FailedNotice } from '../state/states';
import { Picker } from './picker';
import styles from './picker.module.css';

/** An event or an action. An event of null means any event. */
type Entity =
  | { readonly kind: 'EventsNode'; readonly event: string | null; readonly name: string }
  | { readonly kind: 'ActionsNode'; readonly id: number; readonly name: string };

const ANY: Entity = { kind: 'EventsNode', event: null, name: 'All events' };
const SHOWN = 50;

interface Named {
  readonly id: number;
  readonly name: string | null;
}

function entitiesQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ['entities', projectId, search],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<readonly (readonly [string, readonly Entity[]])[]> => {
      const parameters = new URLSearchParams({ search, limit: String(SHOWN) }).toString();
      const load = (path: string): Promise<{ readonly results: readonly Named[] }> =>
        request('GET', `/api/projects/${projectId}/${path}/?${parameters}`, { signal });
      const [events, actions] = await Promise.all([load('event_definitions'), load('actions')]);
      const wanted = search.trim().toLowerCase();
      const isWanted = ({ name }: { readonly name: string }): boolean =>
        name.toLowerCase().includes(wanted);
      const named = events.results.map(({ name }) => name ?? '');
      const made: readonly Entity[] = actions.results.map(({ id, name }) => ({
        kind: 'ActionsNode',
        id,
        name: name ?? `Action ${id}`,
      }));
      return [
        ['Any', [ANY].filter(isWanted)],
        ['Events', named.map((name) => ({ kind: 'EventsNode', event: name, name }))],
        ['Actions', made.filter(isWanted)],
      ];
    },
  });
}

interface EntityPickerProps {
  readonly projectId: number;
  readonly label: string;
  readonly text: string;
  readonly icon?: IconName;
  readonly fills?: boolean;
  readonly onPick: (entity: Entity) => void;
}

/** A picker for an event or action, with one search for both. Arrows and Enter choose. */
export function EntityPicker({ projectId, onPick, ...picker }: EntityPickerProps) {
  return (
    <Picker {...picker}>
      {(close) => (
        <EntityList
          projectId={projectId}
          label={picker.label}
          onPick={(entity) => {
            close();
            onPick(entity);
          }}
        />
      )}
    </Picker>
  );
}

function EntityList(props: {
  readonly projectId: number;
  readonly label: string;
  readonly onPick: (entity: Entity) => void;
}) {
  const { projectId, label, onPick } = props;
  const [search, setSearch] = useState('');
  const entitiesFound = useQuery(entitiesQuery(projectId, useDebounced(search)));
  const { data } = entitiesFound;
  const sections = (data ?? []).filter(([, entities]) => entities.length > 0);
  return (
    <SearchFrame
      label={label}
      placeholder="Search events and actions"
      search={search}
      onSearch={setSearch}
      className={styles.search}
    >
      <FailedNotice query={entitiesFound} />
      <Ariakit.ComboboxList alwaysVisible aria-label={`${label}: choices`} className={styles.list}>
        {sections.map(([title, entities]) => (
          <Ariakit.ComboboxGroup key={title}>
            <Ariakit.ComboboxGroupLabel className={styles.group}>
              {title}
            </Ariakit.ComboboxGroupLabel>
            {entities.map((entity) => (
              <Ariakit.ComboboxItem
                key={entity.name}
                className={styles.item}
                focusOnHover
                setValueOnClick={false}
                hideOnClick={false}
                onClick={() => onPick(entity)}
              >
                {entity.name}
              </Ariakit.ComboboxItem>
            ))}
          </Ariakit.ComboboxGroup>
        ))}
      </Ariakit.ComboboxList>
      {data !== undefined && sections.length === 0 && (
        <p className={styles.none}>No event or action has this name.</p>
      )}
    </SearchFrame>
  );
}
