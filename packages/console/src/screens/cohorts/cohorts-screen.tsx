import { useQuery } from '@tanstack/react-query';
import { numberWords } from '../../queries/numbers';
import { timestampText } from '../../queries/time-text';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { Badge } from '../../ui/text/badge';
import { CalculationState } from './calculation-state';
import type { Cohort } from './cohort-data';
import { COHORT_ROWS, cohortListQuery } from './cohort-data';
import styles from './cohorts.module.css';

const KINDS = [
  { value: '', label: 'Dynamic and static' },
  { value: 'dynamic', label: 'Dynamic' },
  { value: 'static', label: 'Static' },
] as const;

/** All cohorts with the number of their members and the time of the last calculation. */
export default function CohortsScreen() {
  const { id: projectId, timezone } = useProject();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('cohort:write');
  const { text = '', kind: named } = useAddressSearch();
  const kind = KINDS.find(({ value }) => value === named)?.value ?? '';
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(cohortListQuery(projectId, { text: settled, kind, offset }));
  const change = useChangeSearch();
  const cohorts = list.data?.results ?? [];
  const isFiltered = settled !== '' || kind !== '';
  return (
    <Page
      title="Cohorts"
      actions={
        <Button
          kind="primary"
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => go({ path: 'cohorts/new' })}
        >
          New cohort
        </Button>
      }
    >
      <Row>
        <SearchField
          label="Search cohorts"
          placeholder="Name"
          value={text}
          onChange={(value) => change({ text: value, offset: undefined })}
        />
        <SelectField
          label="Kind"
          labelHidden
          value={kind}
          options={KINDS}
          onChange={(value) => change({ kind: value, offset: undefined })}
        />
      </Row>
      {list.isPending && <Loading label="Loading cohorts" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && !isFiltered && (
        <EmptyState icon="users" title="No cohorts yet">
          A cohort is a list of persons: found by criteria and kept up to date, or uploaded.
        </EmptyState>
      )}
      {list.data?.count === 0 && isFiltered && (
        <EmptyState title="No cohort matches">Change the text or the kind above.</EmptyState>
      )}
      {cohorts.length > 0 && <CohortTable cohorts={cohorts} zone={timezone} />}
      <Pager
        offset={offset}
        size={COHORT_ROWS}
        shown={cohorts.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Page>
  );
}

function CohortTable({
  cohorts,
  zone,
}: {
  readonly cohorts: readonly Cohort[];
  readonly zone: string;
}) {
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Cohorts">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col" className={styles.number}>
              Persons
            </th>
            <th scope="col">Calculated ({zone})</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.id}>
              <td>
                <ProjectLink path={`cohorts/${cohort.id}`}>
                  {cohort.name || `Cohort ${cohort.id}`}
                </ProjectLink>
              </td>
              <td>
                <Badge>{cohort.is_static ? 'static' : 'dynamic'}</Badge>
              </td>
              <td className={styles.number}>
                {cohort.count === null ? '–' : numberWords(cohort.count)}
              </td>
              <td>
                {cohort.is_calculating || cohort.errors_calculating > 0 ? (
                  <CalculationState cohort={cohort} />
                ) : (
                  cohort.last_calculation !== null && (
                    <time dateTime={cohort.last_calculation}>
                      {timestampText(cohort.last_calculation, zone)}
                    </time>
                  )
                )}
              </td>
              <td>{cohort.created_by?.email ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
