import { useQuery } from '@tanstack/react-query';
import { copyText } from '../../queries/grid/cell-text';
import { timestampText, timestampTitle } from '../../queries/time-text';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useProject } from '../../session/me';
import { TextField } from '../../ui/field/field';
import { Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { propertyChangesQuery } from './person-changes';
import styles from './persons.module.css';

/** A table of changes of a person's properties: the event, and the values before and after. */
export function PersonHistory({ personId }: { readonly personId: string }) {
  const { id: projectId, timezone } = useProject();
  const { text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const changes = useQuery(propertyChangesQuery(projectId, personId));
  if (changes.isPending) return <Loading label="Loading the changes" />;
  if (changes.isError) {
    return <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />;
  }
  if (changes.data.length === 0) {
    return (
      <EmptyState icon="history" title="No event has changed a property">
        Changes that were made here or through the API are not listed.
      </EmptyState>
    );
  }
  const wanted = text.trim().toLowerCase();
  const shown = changes.data.filter(({ key }) => key.toLowerCase().includes(wanted));
  return (
    <Stack>
      <TextField
        label="Search properties"
        labelHidden
        type="search"
        placeholder="Name of a property"
        value={text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <div className={styles.scroller} tabIndex={0} role="region" aria-label="Changes">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Time ({timezone})</th>
              <th scope="col">Property</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Event</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ uuid, key, timestamp, before, after, event }) => (
              <tr key={`${uuid}-${key}`}>
                <td title={timestampTitle(timestamp, timezone)}>
                  {timestampText(timestamp, timezone)}
                </td>
                <td className={styles.value}>
                  <code>{key}</code>
                </td>
                <td className={styles.value}>{valueText(before)}</td>
                <td className={styles.value}>{valueText(after)}</td>
                <td className={styles.value}>{event}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className={styles.note}>No property has this name.</p>}
    </Stack>
  );
}

const SHOWN = 200;

function valueText(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = value === null ? 'null' : copyText(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
