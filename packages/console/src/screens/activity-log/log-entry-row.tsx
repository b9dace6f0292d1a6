import type { LogEntry } from '../../queries/activity-log/entry';
import {
  authorWords,
  changesOf,
  isAboutAuthor,
  verbWords,
} from '../../queries/activity-log/entry-words';
import { kindOf } from '../../queries/activity-log/kinds';
import { timestampText, timestampTitle } from '../../queries/time-text';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { ProjectLink } from '../../session/project-link';
import { Button, IconButton } from '../../ui/button/button';
import styles from './activity-log.module.css';

/** The number of changes that are shown before the entry is expanded. */
const SHOWN_CHANGES = 4;

/** One entry: its time, author and item, and each changed field before and after. */
export function LogEntryRow({ entry, zone }: { readonly entry: LogEntry; readonly zone: string }) {
  const { item } = useAddressSearch();
  const change = useChangeSearch();
  const label = entry.detail.name ?? entry.item_id;
  return (
    <li className={styles.entry}>
      <time
        className={styles.time}
        dateTime={entry.created_at}
        title={timestampTitle(entry.created_at, zone)}
      >
        {timestampText(entry.created_at, zone)}
      </time>
      <div className={styles.what}>
        <p>
          <strong>{authorWords(entry)}</strong> {verbWords(entry)}
          {!isAboutAuthor(entry) && (
            <>
              {' '}
              the {kindOf(entry).noun} <Item entry={entry} />
            </>
          )}
        </p>
        <Changes entry={entry} />
      </div>
      {item !== entry.item_id && (
        <IconButton
          icon="filter"
          label={`Only changes of ${label}`}
          onClick={() => change({ kind: entry.scope, item: entry.item_id, name: label, page: '' })}
        />
      )}
    </li>
  );
}

/** The name of the changed item. It is a link if a screen shows the item and it was not deleted. */
function Item({ entry }: { readonly entry: LogEntry }) {
  const name = entry.detail.name ?? entry.item_id;
  const place = entry.activity === 'deleted' ? undefined : kindOf(entry).place?.(entry.item_id);
  if (place === undefined) return <span className={styles.name}>{name}</span>;
  return <ProjectLink {...place}>{name}</ProjectLink>;
}

/** The changed fields. The URL parameter `open` lists the entries that show all of them. */
function Changes({ entry }: { readonly entry: LogEntry }) {
  const { open = '' } = useAddressSearch();
  const change = useChangeSearch();
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  const openIds = open.split(',').filter((id) => id !== '');
  const isOpen = openIds.includes(entry.id);
  const shown = isOpen ? changes : changes.slice(0, SHOWN_CHANGES);
  const toggle = (): void => {
    const next = isOpen ? openIds.filter((id) => id !== entry.id) : [...openIds, entry.id];
    change({ open: next.join(',') });
  };
  return (
    <>
      <dl className={styles.changes}>
        {shown.map(({ part, before, after }) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd>
              {before !== '' && (
                <>
                  <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <ins>{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {changes.length > SHOWN_CHANGES && (
        <Button kind="quiet" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Show fewer' : `Show ${changes.length - SHOWN_CHANGES} more`}
        </Button>
      )}
    </>
  );
}
