import { useQuery } from '@tanstack/react-query';
import { KIND_OPTIONS } from '../../queries/activity-log/kinds';
import { numberWords } from '../../queries/numbers';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { SelectField } from '../../ui/field/field';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, FailedNotice, Loading, Notice } from '../../ui/state/states';
import styles from './activity-log.module.css';
import { authorsQuery, logQuery, PAGE_SIZE } from './log-data';
import { LogEntryRow } from './log-entry-row';

/** All changes of the project and of the organization with their authors, newest first. */
export default function ActivityLogScreen() {
  const blockedBy = useBlockedBy('activity_log:read');
  return (
    <Page title="Activity log">
      {blockedBy === null ? <Log /> : <Notice kind="info">{blockedBy}</Notice>}
    </Page>
  );
}

function Log() {
  const { id: projectId, timezone } = useProject();
  const search = useAddressSearch();
  const change = useChangeSearch();
  const log = useQuery(logQuery(projectId, search));
  const isFiltered = ['kind', 'item', 'user', 'from', 'to'].some((name) => name in search);
  const entries = log.data?.results ?? [];
  return (
    <>
      <Filters />
      {log.isPending && <Loading label="Loading the activity log" />}
      {log.isError && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {log.data?.total_count === 0 && (
        <EmptyState
          icon="history"
          title={isFiltered ? 'No change matches' : 'No changes yet'}
          action={
            isFiltered && (
              <Button onClick={() => change(WITHOUT_FILTERS)}>
                Show all changes of the project
              </Button>
            )
          }
        >
          {isFiltered
            ? 'This person made no changes of this kind in this range.'
            : 'Each change of a flag, an insight, a setting or a key is listed here.'}
        </EmptyState>
      )}
      {log.isSuccess && log.data.total_count > 0 && (
        <>
          <ol className={styles.log} data-rows aria-busy={log.isPlaceholderData}>
            {entries.map((entry) => (
              <LogEntryRow key={entry.id} entry={entry} zone={timezone} />
            ))}
          </ol>
          <Pages total={log.data.total_count} shown={entries.length} />
        </>
      )}
    </>
  );
}

const WITHOUT_FILTERS = { kind: '', item: '', name: '', user: '', from: '', to: '', page: '' };

function Filters() {
  const { timezone } = useProject();
  const { kind = '', item = '', name = '', user = '', from, to } = useAddressSearch();
  const change = useChangeSearch();
  const blockedBy = useBlockedBy('organization_member:read');
  const authors = useQuery({ ...authorsQuery, enabled: blockedBy === null });
  const people = (authors.data ?? []).map(({ uuid, email }) => ({ value: uuid, label: email }));
  return (
    <Row>
      <SelectField
        label="Kind"
        labelHidden
        value={kind}
        options={KIND_OPTIONS}
        onChange={(value) => change({ kind: value, item: '', name: '', page: '' })}
      />
      {blockedBy === null && (
        <SelectField
          label="Person"
          labelHidden
          value={user}
          options={[{ value: '', label: 'Any user' }, ...people]}
          onChange={(value) => change({ user: value, page: '' })}
        />
      )}
      <FailedNotice query={authors} />
      <DateRangePicker
        range={from === undefined ? null : { date_from: from, date_to: to ?? null }}
        emptyText="All time"
        zone={timezone}
        onChange={({ date_from: first, date_to: last }) =>
          change({ from: first === 'all' ? '' : first, to: last ?? '', page: '' })
        }
      />
      {item !== '' && (
        <Button icon="x" onClick={() => change({ item: '', name: '', page: '' })}>
          Only {name || item}
        </Button>
      )}
      <span className={styles.zone}>Times in {timezone}</span>
    </Row>
  );
}

function Pages({ total, shown }: { readonly total: number; readonly shown: number }) {
  const { page = '1' } = useAddressSearch();
  const change = useChangeSearch();
  const at = Math.max(1, Number(page) || 1);
  const first = (at - 1) * PAGE_SIZE + 1;
  const last = first + shown - 1;
  const go = (next: number): void => {
    change({ page: next === 1 ? '' : String(next) });
    document.getElementById('content')?.scrollTo({ top: 0 });
  };
  return (
    <Row>
      <Button
        icon="chevron-left"
        disabled={at <= 1}
        onClick={() => go(Math.min(at - 1, Math.ceil(total / PAGE_SIZE)))}
      >
        Newer
      </Button>
      <span role="status">
        {shown === 0 ? 'None' : `${numberWords(first)}–${numberWords(last)}`} of{' '}
        {numberWords(total)}
      </span>
      <Button icon="chevron-right" disabled={last >= total} onClick={() => go(at + 1)}>
        Older
      </Button>
    </Row>
  );
}
