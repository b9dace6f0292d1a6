import * as Ariakit from '@ariakit/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FilterKind, PropertyType } from '../../queries/filters/property-filter';
import { FailedNotice } from '../state/states';
import type { PropertyEntry } from './property-lists';
import { propertySectionsQuery } from './property-lists';
import { SearchFrame } from './search-frame';
import { useDebounced } from './use-debounced';
import styles from './filters.module.css';

interface PropertyPickerProps {
  readonly projectId: number;
  readonly kinds: readonly FilterKind[];
  readonly onPick: (entry: PropertyEntry) => void;
  /** If set, only properties of this group type are offered. */
  readonly groupTypeIndex?: number;
  /** What the property is used for. */
  readonly label?: string;
}

/** A searchable list of properties of all kinds, which can be chosen with arrows and Enter. */
export function PropertyPicker(props: PropertyPickerProps) {
  const { projectId, kinds, groupTypeIndex, onPick, label = 'Property' } = props;
  const [search, setSearch] = useState('');
  const settled = useDebounced(search);
  const sections = useQuery(propertySectionsQuery(projectId, kinds, settled, groupTypeIndex));
  const { data, isPlaceholderData } = sections;
  const typed = search.trim();
  return (
    <SearchFrame
      label={label}
      placeholder="Search properties"
      search={search}
      onSearch={setSearch}
      className={styles.search}
    >
      <FailedNotice query={sections} />
      <Ariakit.ComboboxList
        alwaysVisible
        aria-label={`${label}: choices`}
        className={styles.list}
        data-stale={isPlaceholderData || undefined}
      >
        {(data ?? []).map(({ title, entries }) => (
          <Ariakit.ComboboxGroup key={title}>
            <Ariakit.ComboboxGroupLabel className={styles.groupLabel}>
              {title}
            </Ariakit.ComboboxGroupLabel>
            {entries.map((entry) => (
              <Ariakit.ComboboxItem
                key={entry.key}
                className={styles.item}
                focusOnHover
                setValueOnClick={false}
                hideOnClick={false}
                onClick={() => onPick(entry)}
              >
                <span className={styles.itemName}>{entry.name ?? entry.key}</span>
                <span className={styles.itemType}>{hintOf(entry)}</span>
              </Ariakit.ComboboxItem>
            ))}
          </Ariakit.ComboboxGroup>
        ))}
        {kinds.includes('hogql') && (
          <Ariakit.ComboboxGroup>
            <Ariakit.ComboboxGroupLabel className={styles.groupLabel}>
              Expression
            </Ariakit.ComboboxGroupLabel>
            <Ariakit.ComboboxItem
              className={styles.item}
              focusOnHover
              setValueOnClick={false}
              hideOnClick={false}
              onClick={() => onPick({ kind: 'hogql', key: typed, type: null })}
            >
              <span className={styles.itemName}>
                HogQL{typed === '' ? ' expression' : `: ${typed}`}
              </span>
            </Ariakit.ComboboxItem>
          </Ariakit.ComboboxGroup>
        )}
      </Ariakit.ComboboxList>
      {data?.length === 0 && <p className={styles.none}>No property has this name.</p>}
    </SearchFrame>
  );
}

function typeWords(type: PropertyType): string {
  const words = { String: 'text', Numeric: 'number', Boolean: 'yes or no', DateTime: 'time' };
  return type === null ? '' : words[type];
}

/** The type of a property and, for person properties, whether its value is the first or the latest one. */
function hintOf({ kind, key, type }: PropertyEntry): string {
  const value =
    kind === 'person' ? (key.startsWith('$initial_') ? 'first value' : 'latest value') : '';
  return [value, typeWords(type)].filter((word) => word !== '').join(', ');
}
