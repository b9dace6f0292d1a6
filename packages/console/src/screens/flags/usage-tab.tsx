import { lazy, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SeriesPanel } from '../../insight-view/series-panel';
import type { Flag, FlagDraft } from '../../queries/flags/flag';
import { usageDays } from '../../queries/flags/usage-days';
import { counted } from '../../queries/numbers';
import { civilInZone } from '../../queries/zone-time';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { useProject, useProjectId } from '../../session/me';
import { SelectField } from '../../ui/field/field';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import type { FlagUsage } from './flag-data';
import { flagUsageQuery } from './flag-data';

// Loaded when a flag with requests is shown first.
const EffectCard = lazy(async () => ({ default: (await import('./effect-card')).EffectCard }));

interface Props {
  readonly flag: Flag;
  readonly draft: FlagDraft;
  readonly blockedBy: string | null;
  /** Opens the release tab with a changed draft. */
  readonly onChange: (draft: FlagDraft) => void;
}

/** The effect of each value of the flag, and the number of requests per day. */
export function UsageTab({ flag, draft, blockedBy, onChange }: Props) {
  const usage = useQuery(flagUsageQuery(useProjectId(), flag.id));
  if (usage.isPending) return <Loading label="Loading the usage" />;
  if (usage.isError) return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />;
  if (usage.data.total === 0) {
    return (
      <EmptyState icon="flag" title={`Not requested in the last ${usage.data.days} days`}>
        Clients that evaluate the flag report it with the event $feature_flag_called.
      </EmptyState>
    );
  }
  return (
    <Stack>
      <Lazily fallback={<Loading />}>
        <EffectCard flagKey={flag.key} draft={draft} blockedBy={blockedBy} onChange={onChange} />
      </Lazily>
      <RequestsCard usage={usage.data} />
    </Stack>
  );
}

function RequestsCard({ usage }: { readonly usage: FlagUsage }) {
  const { timezone } = useProject();
  const count = useSearchParameter('count') === 'distinct_ids' ? 'distinct_ids' : 'calls';
  const changeSearch = useChangeSearch();
  const { days, total, results } = usage;
  const [today] = useState(() => civilInZone(Date.now(), timezone).slice(0, 10));
  const shown = useMemo(
    () => usageDays(results, count, { days, today }),
    [count, days, results, today],
  );
  return (
    <Card
      title={`${counted(total, 'request')} in ${counted(days, 'day')}`}
      actions={
        <SelectField
          label="Count"
          labelHidden
          value={count}
          options={[
            { value: 'calls', label: 'Requests' },
            { value: 'distinct_ids', label: 'Distinct ids' },
          ]}
          onChange={(next) => changeSearch({ count: next === 'calls' ? undefined : next })}
        />
      }
    >
      <SeriesPanel
        label={count === 'calls' ? 'Requests by value' : 'Distinct ids by value'}
        kind="bars"
        series={shown.series}
        buckets={shown.buckets}
        isLastRunning
        isCompact={false}
        isOverTime
        // Distinct ids have no sum: an id that sends requests on several days is counted on each of them.
        totalLabel={count === 'calls' ? 'Sum' : null}
        canOpen={false}
        opener={() => null}
      />
    </Card>
  );
}
