import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../queries/flags/flag';
import { numberWords } from '../../queries/numbers';
import { useProjectId } from '../../session/me';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { flagUsageQuery } from './flag-data';
import styles from './flags.module.css';

// Loaded with the first flag that was requested.
const EffectCard = lazy(async () => ({ default: (await import('./effect-card')).EffectCard }));

/** Headings by the names of the API; another column is shown under its name. */
const COLUMNS: Readonly<Record<string, string>> = {
  day: 'Day',
  response: 'Value',
  calls: 'Requests',
  distinct_ids: 'Distinct ids',
};

/** The later events of the people with each value of the flag, and the number of requests for it. */
export function UsageTab({ flag }: { readonly flag: Flag }) {
  const usage = useQuery(flagUsageQuery(useProjectId(), flag.id));
  if (usage.isPending) return <Loading label="Loading the usage" />;
  if (usage.isError) return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />;
  const { days, total, results } = usage.data;
  if (total === 0) {
    return (
      <EmptyState icon="flag" title={`Not requested in the last ${days} days`}>
        Clients that evaluate the flag report it with the event $feature_flag_called.
      </EmptyState>
    );
  }
  const columns = Object.keys(results[0] ?? {});
  return (
    <Stack>
      <Suspense fallback={<Loading />}>
        <EffectCard flagKey={flag.key} />
      </Suspense>
      <Card title={`${numberWords(total)} requests in ${days} days`}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {COLUMNS[column] ?? column.replaceAll('_', ' ')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {results.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column}>{cellText(row[column])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Stack>
  );
}

function cellText(value: unknown): string {
  if (typeof value === 'number') return numberWords(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
