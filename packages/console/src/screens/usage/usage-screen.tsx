import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bucketWords } from '../../queries/bucket-words';
import { civilWords } from '../../queries/date-range';
import { numberWords, shareWords } from '../../queries/numbers';
import type { ResourceUsage } from '../../queries/usage/usage';
import {
  daysOfMonth,
  limitWords,
  monthIn,
  monthOf,
  RESOURCES,
  shareUsed,
  shiftedMonth,
} from '../../queries/usage/usage';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useProject } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { Card, Page, Row } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { LimitsCard } from './limits-card';
import { UsageChart } from './usage-chart';
import { usageQuery } from './usage-data';
import styles from './usage.module.css';

const COLUMNS = [
  { label: 'Resource' },
  { label: 'This month', isNumber: true },
  { label: 'Limit', isNumber: true },
  { label: 'Used' },
  { label: 'State' },
];
const MONTHS_SHOWN = 12;

/** The usage of the project by month and day, with its limits. */
export default function UsageScreen() {
  const project = useProject();
  const { month: asked, by, resource: chosen } = useAddressSearch();
  const change = useChangeSearch();
  const [present] = useState(() => monthOf(new Date()));
  const month = monthIn(asked, present);
  const isByMonth = by === 'month';
  const days = daysOfMonth(month);
  const monthName = bucketWords(days.from, undefined, 'month').title;
  const range = isByMonth
    ? ({ ...days, from: `${shiftedMonth(month, 1 - MONTHS_SHOWN)}-01`, interval: 'month' } as const)
    : ({ ...days, interval: 'day' } as const);
  const usage = useQuery(usageQuery(project.id, range));
  const resource = RESOURCES.find(({ name }) => name === chosen) ?? RESOURCES[0];
  const go = (months: number): void => {
    const next = shiftedMonth(month, months);
    change({ month: next === present ? undefined : next });
  };
  return (
    <Page title="Usage">
      {usage.isPending && <Loading label="Loading the usage" />}
      {usage.isError && <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data !== undefined && (
        <>
          <Card title="This month">
            <p className={styles.note}>
              Counted since {civilWords(usage.data.month.from)} (UTC). The count starts again at{' '}
              <Timestamp value={usage.data.month.resets_at} zone={project.timezone} />.
            </p>
            <Table label="Usage of this month" columns={COLUMNS}>
              {RESOURCES.map(({ name, label }) => {
                const found = usage.data.month.resources.find((entry) => entry.resource === name);
                return found && <ResourceRow key={name} label={label} usage={found} />;
              })}
            </Table>
          </Card>
          <Card
            title={isByMonth ? `${MONTHS_SHOWN} months until ${monthName}` : `Days of ${monthName}`}
            actions={
              <Row>
                <SelectField
                  label="Resource"
                  labelHidden
                  value={resource.name}
                  options={RESOURCES.map(({ name, label }) => ({ value: name, label }))}
                  onChange={(name) => change({ resource: name === 'events' ? undefined : name })}
                />
                <IconButton icon="chevron-left" label="The month before" onClick={() => go(-1)} />
                <IconButton
                  icon="chevron-right"
                  label="The month after"
                  disabled={month === present}
                  onClick={() => go(1)}
                />
                <Button onClick={() => change({ by: isByMonth ? undefined : 'month' })}>
                  {isByMonth ? 'By day' : 'By month'}
                </Button>
              </Row>
            }
          >
            <UsageChart
              label={resource.label}
              resource={resource.name}
              periods={usage.data.results}
              isLastRunning={month === present}
              isByMonth={isByMonth}
            />
          </Card>
        </>
      )}
      <LimitsCard key={project.id} projectId={project.id} />
    </Page>
  );
}

function ResourceRow({ label, usage }: { readonly label: string; readonly usage: ResourceUsage }) {
  const { text, tone } = limitWords(usage);
  const share = shareUsed(usage);
  return (
    <tr>
      <th scope="row">{label}</th>
      <NumberCell>{numberWords(usage.used)}</NumberCell>
      <td data-number>
        {usage.limit === null ? '–' : numberWords(usage.limit)}
        {usage.organization_limit !== null && (
          <CellNote>
            organization: {numberWords(usage.organization_used)} of{' '}
            {numberWords(usage.organization_limit)}
          </CellNote>
        )}
      </td>
      <td>
        {share === null ? (
          '–'
        ) : (
          <span className={styles.share}>
            <progress
              className={styles.meter}
              max={1}
              value={Math.min(1, share)}
              aria-label={`${label}: share of the limit that is used`}
            />
            {shareWords(share)}
          </span>
        )}
      </td>
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
    </tr>
  );
}
