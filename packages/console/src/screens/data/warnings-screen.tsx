import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstDay } from '../../queries/data/warning-days';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { WarningCard } from './warnings/warning-card';
import { warningsQuery } from './warnings/warning-data';

const SEVERITIES = [
  { value: '', label: 'All warnings' },
  { value: 'error', label: 'Dropped' },
  { value: 'warning', label: 'Changed' },
  { value: 'info', label: 'Notices' },
];
const RANGES = ['7', '30', '90'].map((days) => ({ value: days, label: `Last ${days} days` }));
const DEFAULT_DAYS = '30';

/** The data that ingestion dropped or changed, by warning type and day, with examples. */
export default function WarningsScreen() {
  const project = useProject();
  const { text = '', severity = '', days: daysText, open = '' } = useAddressSearch();
  const change = useChangeSearch();
  const { value: days } = RANGES.find(({ value }) => value === daysText) ?? { value: DEFAULT_DAYS };
  // The days do not change if the page stays open past midnight.
  const [now] = useState(() => Date.now());
  const wanted = { text: useDebounced(text), severity, after: firstDay(Number(days), now) };
  const list = useQuery(warningsQuery(project.id, wanted));
  const isFiltered = text !== '' || severity !== '';
  return (
    <Page
      title="Warnings"
      actions={
        <Button icon="refresh-cw" busy={list.isFetching} onClick={() => void list.refetch()}>
          Refresh
        </Button>
      }
    >
      <p>Data that was dropped or changed before it was stored. Days are in UTC.</p>
      <Row>
        <SearchField
          label="Search warnings"
          placeholder="Text in the details"
          value={text}
          onChange={(value) => change({ text: value })}
        />
        <SelectField
          label="What happened"
          labelHidden
          value={severity}
          options={SEVERITIES}
          onChange={(value) => change({ severity: value })}
        />
        <SelectField
          label="Range"
          labelHidden
          value={days}
          options={RANGES}
          onChange={(value) => change({ days: value === DEFAULT_DAYS ? undefined : value })}
        />
      </Row>
      {list.isPending && <Loading label="Loading warnings" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState
          icon="circle-check"
          title={isFiltered ? 'No warning matches' : `No warnings in the last ${days} days`}
        >
          {isFiltered
            ? 'The search distinguishes upper and lower case. Change the text or the filters above.'
            : 'Everything that arrived was stored as it was sent.'}
        </EmptyState>
      )}
      {list.data?.map((summary) => (
        <WarningCard
          key={summary.type}
          summary={summary}
          days={Number(days)}
          now={now}
          zone={project.timezone}
          isOpen={open === summary.type}
          onToggle={() => change({ open: open === summary.type ? undefined : summary.type })}
        />
      ))}
    </Page>
  );
}
