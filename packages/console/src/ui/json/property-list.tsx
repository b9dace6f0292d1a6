import type { ReactNode } from 'react';
import { copyText } from '../../queries/grid/cell-text';
import { TextField } from '../field/field';
import { Menu, MenuItem } from '../menu/menu';
import { Badge } from '../text/badge';
import { toast } from '../toast/toasts';
import { Icon } from '../icon/icon';
import { JsonTree, Scalar } from './json-tree';
import styles from './property-list.module.css';

interface PropertyListProps {
  readonly properties: Readonly<Record<string, unknown>>;
  /** The text to search for; the caller stores it. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** Additional menu items for a property. */
  readonly actions?: (key: string, value: unknown) => ReactNode;
}

/** Properties with their values and types, and a search by name or value. */
export function PropertyList(props: PropertyListProps) {
  const { properties, search, onSearch, actions } = props;
  const wanted = search.trim().toLowerCase();
  const entries = Object.entries(properties)
    .filter(
      ([key, value]) =>
        key.toLowerCase().includes(wanted) || copyText(value).toLowerCase().includes(wanted),
    )
    .sort(([one], [other]) => order(one, other));
  return (
    <div className={styles.list}>
      <TextField
        label="Search properties"
        labelHidden
        type="search"
        placeholder="Search names and values"
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      {entries.length === 0 && (
        <p className={styles.none}>
          {wanted === '' ? 'There are no properties.' : 'No name or value contains this text.'}
        </p>
      )}
      <dl>
        {entries.map(([key, value]) => (
          <div key={key} className={styles.entry}>
            <dt>
              <code>{key}</code> <Badge>{typeOf(value)}</Badge>
            </dt>
            <dd>
              {typeof value === 'object' && value !== null ? (
                <JsonTree value={value} openTo={0} />
              ) : (
                <Scalar value={value} />
              )}
            </dd>
            <dd>
              <Menu isCompact label={`Commands for ${key}`} trigger={<Icon name="ellipsis" />}>
                {actions?.(key, value)}
                <MenuItem icon="copy" onClick={() => void copy(copyText(value))}>
                  Copy the value
                </MenuItem>
                <MenuItem icon="copy" onClick={() => void copy(key)}>
                  Copy the name
                </MenuItem>
              </Menu>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Sorts the project's own properties before those that SDKs and the server add (`$…`). */
function order(one: string, other: string): number {
  const isBuiltIn = (key: string): number => (key.startsWith('$') ? 1 : 0);
  return isBuiltIn(one) - isBuiltIn(other) || one.localeCompare(other);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const types: Readonly<Record<string, string>> = { string: 'text', boolean: 'yes or no' };
  return types[typeof value] ?? typeof value;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('success', 'Copied.');
  } catch {
    // Browsers forbid access to the clipboard on pages without https, except on localhost.
    toast('danger', 'Your browser does not allow copying. Select the text and copy it.');
  }
}
