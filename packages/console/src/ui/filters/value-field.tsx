import * as Ariakit from '@ariakit/react';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import type { PropertyFilter } from '../../queries/filters/property-filter';
import { inputOf, valueTexts } from '../../queries/filters/property-filter';
import { TextField } from '../field/field';
import { Icon } from '../icon/icon';
import { FailedNotice } from '../state/states';
import { propertyValuesQuery } from './property-values';
import { useDebounced } from './use-debounced';
import styles from './filters.module.css';

interface ValueFieldProps {
  readonly projectId: number;
  readonly filter: PropertyFilter;
  readonly eventNames: readonly string[];
  readonly onChange: (value: unknown) => void;
  /** Called on Ctrl or ⌘ with Enter, or on Enter in a field with one line. */
  readonly onDone: () => void;
}

/** An input for the value of a filter that suits its operator. */
export function ValueField(props: ValueFieldProps) {
  const { filter, onChange } = props;
  const texts = valueTexts(filter);
  switch (inputOf(filter.operator ?? 'exact')) {
    case 'none':
      return null;
    case 'list':
      return <ListField {...props} texts={texts} />;
    case 'two-numbers':
      return (
        <div className={styles.two}>
          {(['From', 'To'] as const).map((label, position) => (
            <TextField
              key={label}
              label={label}
              inputMode="decimal"
              value={texts[position] ?? ''}
              onChange={({ target }) => {
                const next = [texts[0] ?? '', texts[1] ?? ''];
                next[position] = target.value;
                onChange(next);
              }}
            />
          ))}
        </div>
      );
    case 'number':
      return (
        <TextField
          autoFocus
          label="Number"
          inputMode="decimal"
          value={texts[0] ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'date':
      return (
        <TextField
          autoFocus
          label="Time"
          hint="A date such as 2026-11-21, a time such as 2026-11-21T08:00:00Z, or relative: -7d."
          value={texts[0] ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      );
    case 'text':
      return (
        <TextField
          autoFocus
          label="Text"
          value={texts[0] ?? ''}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

/** An input for several values, with suggestions from the values of the property. */
function ListField(props: ValueFieldProps & { readonly texts: readonly string[] }) {
  const { projectId, filter, eventNames, texts, onChange, onDone } = props;
  const [typed, setTyped] = useState('');
  const settled = useDebounced(typed);
  const seen = useQuery(propertyValuesQuery(projectId, filter, settled, eventNames));
  const offered = (seen.data ?? []).filter((text) => !texts.includes(text));
  const add = (text: string): void => {
    if (text.trim() !== '' && !texts.includes(text)) onChange([...texts, text]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace' && typed === '') onChange(texts.slice(0, -1));
    if (event.key !== 'Enter') return;
    // Enter on a highlighted suggestion adds it by its click handler.
    if (event.currentTarget.getAttribute('aria-activedescendant') !== null) return;
    event.preventDefault();
    if (typed.trim() === '') onDone();
    else add(typed);
  };
  return (
    <Ariakit.ComboboxProvider
      open
      inputValue={typed}
      setInputValue={setTyped}
      resetValueOnHide={false}
    >
      <div className={styles.tokens}>
        {texts.map((text) => (
          <button
            key={text}
            type="button"
            className={styles.token}
            aria-label={`Remove ${text}`}
            onClick={() => onChange(texts.filter((other) => other !== text))}
          >
            <span>{text}</span>
            <Icon name="x" size={12} />
          </button>
        ))}
        <Ariakit.Combobox
          autoFocus
          className={styles.tokenInput}
          aria-label="Values"
          placeholder={texts.length === 0 ? 'Type or choose values' : 'or …'}
          onKeyDown={onKeyDown}
        />
      </div>
      <FailedNotice query={seen} />
      <Ariakit.ComboboxList alwaysVisible aria-label="Seen values" className={styles.list}>
        {offered.map((text) => (
          <Ariakit.ComboboxItem
            key={text}
            className={styles.item}
            focusOnHover
            setValueOnClick={false}
            hideOnClick={false}
            onClick={() => add(text)}
          >
            <span className={styles.itemName}>{text}</span>
          </Ariakit.ComboboxItem>
        ))}
        {typed !== '' && !texts.includes(typed) && !offered.includes(typed) && (
          <Ariakit.ComboboxItem
            className={styles.item}
            focusOnHover
            setValueOnClick={false}
            hideOnClick={false}
            onClick={() => add(typed)}
          >
            <span className={styles.itemName}>Use “{typed}”</span>
          </Ariakit.ComboboxItem>
        )}
      </Ariakit.ComboboxList>
    </Ariakit.ComboboxProvider>
  );
}
