import * as Ariakit from '@ariakit/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FieldNote } from '../field/field';
import { SearchFrame } from '../filters/search-frame';
import { useDebounced } from '../filters/use-debounced';
import { FailedNotice } from '../state/states';
import { CutNotice } from '../table/pager';
import { Picker } from './picker';
import styles from './picker.module.css';

/** An entry of a list. */
interface Choice<Value> {
  readonly key: string | number;
  readonly label: string;
  readonly value: Value;
  /** Why the entry cannot be chosen; it is shown disabled. */
  readonly problem?: string;
}

/** The entries that the server found. */
export interface Found<Value> {
  readonly choices: readonly Choice<Value>[];
  /** The number of entries on the server, including those that are not in `choices`. */
  readonly count: number;
}

interface SearchPickerProps<Value> {
  readonly label: string;
  /** The text of the button: the current choice, or the purpose of the button. */
  readonly text: string;
  /** What the entries are, in the plural. */
  readonly things: string;
  /** The text of an entry that chooses nothing; without it there is none. */
  readonly emptyText?: string;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly error?: string;
  /** Identifies the list in the cache. */
  readonly queryKey: readonly unknown[];
  readonly load: (search: string, signal: AbortSignal) => Promise<Found<Value>>;
  /** Called with null for the entry that chooses nothing. */
  readonly onPick: (choice: Choice<Value> | null) => void;
}

/** A picker for a list that the server searches, so that it may be of any length. */
export function SearchPicker<Value>(props: SearchPickerProps<Value>) {
  const { label, text, disabled, hint, error, onPick } = props;
  const noteId = useId();
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <Picker
        label={label}
        text={text}
        disabled={disabled}
        describedBy={hasNote ? noteId : undefined}
      >
        {(close) => (
          <SearchedList
            {...props}
            onPick={(choice) => {
              close();
              onPick(choice);
            }}
          />
        )}
      </Picker>
      {hasNote && <FieldNote id={noteId} hint={hint} error={error} />}
    </div>
  );
}

const ITEM = { focusOnHover: true, setValueOnClick: false, hideOnClick: false } as const;

function SearchedList<Value>(props: SearchPickerProps<Value>) {
  const { label, things, emptyText, queryKey, load, onPick } = props;
  const [search, setSearch] = useState('');
  const settled = useDebounced(search).trim();
  const list = useQuery({
    queryKey: [...queryKey, 'found', settled],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => load(settled, signal),
  });
  const { choices = [], count = 0 } = list.data ?? {};
  return (
    <SearchFrame
      label={label}
      placeholder={`Search ${things}`}
      search={search}
      onSearch={setSearch}
      className={styles.search}
    >
      <FailedNotice query={list} />
      <Ariakit.ComboboxList alwaysVisible aria-label={`${label}: choices`} className={styles.list}>
        {emptyText !== undefined && search === '' && (
          <Ariakit.ComboboxItem {...ITEM} className={styles.item} onClick={() => onPick(null)}>
            {emptyText}
          </Ariakit.ComboboxItem>
        )}
        {choices.map((choice) => (
          <Ariakit.ComboboxItem
            {...ITEM}
            key={choice.key}
            className={styles.item}
            disabled={choice.problem !== undefined}
            onClick={() => onPick(choice)}
          >
            {choice.problem === undefined ? choice.label : `${choice.label} (${choice.problem})`}
          </Ariakit.ComboboxItem>
        ))}
      </Ariakit.ComboboxList>
      {/* Beside the list, because a list box contains only options. */}
      {list.isSuccess && choices.length === 0 && (
        <p className={styles.none}>
          {settled === '' ? `There are no ${things}.` : `None of the ${things} matches.`}
        </p>
      )}
      <CutNotice
        shown={choices.length}
        count={count}
        things={things}
        advice="Type a part of the name to find the others."
      />
    </SearchFrame>
  );
}
