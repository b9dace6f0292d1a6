import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SchemaTable } from '../../queries/sql/completion';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { IconButton } from '../../ui/button/button';
import { schemaQuery } from '../../ui/editor/table-schema';
import { TextField } from '../../ui/field/field';
import { Icon } from '../../ui/icon/icon';
import { ErrorState, Loading } from '../../ui/state/states';
import styles from './schema-panel.module.css';

interface SchemaPanelProps {
  readonly projectId: number;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/**
 * A panel with the tables and columns. A click inserts a name at the cursor. The URL parameter `find` holds the search
 * text.
 */
export function SchemaPanel({ projectId, onInsert, onClose }: SchemaPanelProps) {
  const schema = useQuery(schemaQuery(projectId));
  const { find: search = '' } = useAddressSearch();
  const change = useChangeSearch();
  const words = search.trim().toLowerCase();
  const tables = Object.values(schema.data?.tables ?? {})
    .map((table) => ({ table, match: matchOf(table, words) }))
    .filter(({ match }) => match !== 'none');
  return (
    <aside className={styles.panel} aria-label="Tables and columns">
      <header className={styles.header}>
        <TextField
          label="Find a table or column"
          labelHidden
          type="search"
          placeholder="Find a table or column"
          value={search}
          onChange={(event) => change({ find: event.target.value })}
        />
        <IconButton icon="x" label="Hide tables and columns" onClick={onClose} />
      </header>
      <div className={styles.list}>
        {schema.isPending && <Loading label="Loading tables" />}
        {schema.error !== null && (
          <ErrorState error={schema.error} onRetry={() => void schema.refetch()} />
        )}
        {schema.data !== undefined && tables.length === 0 && (
          <p className={styles.none}>No table or column has “{search}” in its name.</p>
        )}
        {tables.map(({ table, match }) => (
          <Table
            key={`${table.name} ${match === 'column' ? words : ''}`}
            table={table}
            words={match === 'column' ? words : ''}
            onInsert={onInsert}
          />
        ))}
      </div>
    </aside>
  );
}

/** The types of tables that every project has. */
const OWN_TYPES = new Set(['posthog', 'system']);

function Table(props: {
  readonly table: SchemaTable;
  /** The search text: only columns whose name contains it are shown; empty for all. */
  readonly words: string;
  readonly onInsert: (text: string) => void;
}) {
  const { table, words, onInsert } = props;
  const [isOpen, setIsOpen] = useState(words !== '');
  const fields = Object.values(table.fields).filter(({ name }) =>
    name.toLowerCase().includes(words),
  );
  return (
    <section>
      <div className={styles.table}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
          <span>{table.name}</span>
          {!OWN_TYPES.has(table.type) && <small>{table.type.replaceAll('_', ' ')}</small>}
        </button>
        <IconButton
          icon="plus"
          label={`Insert ${table.name}`}
          onClick={() => onInsert(table.name)}
        />
      </div>
      {isOpen && (
        <ul className={styles.columns}>
          {fields.map((field) => (
            <li key={field.name}>
              <button
                type="button"
                className={styles.column}
                title={field.fields === undefined ? undefined : field.fields.join(', ')}
                aria-label={`Insert ${field.name}, ${field.type}`}
                onClick={() => onInsert(field.hogql_value)}
              >
                <span>{field.name}</span>
                <small>{field.type.replaceAll('_', ' ')}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function matchOf(table: SchemaTable, words: string): 'table' | 'column' | 'none' {
  if (table.name.toLowerCase().includes(words)) return 'table';
  const hasColumn = Object.keys(table.fields).some((name) => name.toLowerCase().includes(words));
  return hasColumn ? 'column' : 'none';
}
