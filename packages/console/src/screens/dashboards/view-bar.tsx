import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { DashboardBreakdown, DashboardView } from '../../queries/dashboard/dashboard-view';
import { breakdownWords, viewWords } from '../../queries/dashboard/view-words';
import { useBlockedBy, useProject } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { FilterBar } from '../../ui/filters/filter-bar';
import { cohortNamesQuery } from '../../ui/filters/property-lists';
import { Row } from '../../ui/layout/page';
import { PaperFacts } from '../../ui/paper/paper-facts';
import paper from '../../ui/paper/paper.module.css';
import { Picker } from '../../ui/picker/picker';
import { Lazily } from '../../ui/state/lazily';
import { FailedNotice } from '../../ui/state/states';
import type { ViewOfDashboard } from './use-view';

// Loaded when the list is opened.
const PropertyPicker = lazy(async () => ({
  default: (await import('../../ui/filters/property-picker')).PropertyPicker,
}));

const KINDS = ['event', 'person', 'session', 'group', 'cohort'] as const;

/** The controls for the range, filters and breakdown of all tiles. They are stored in the URL, and can be saved. */
export function ViewBar({ shown }: { readonly shown: ViewOfDashboard }) {
  const { id: projectId, name, timezone } = useProject();
  const blockedBy = useBlockedBy('dashboard:write');
  const { view, setView, isChanged, save, isSaving, reset } = shown;
  const names = useCohortNames(projectId, view);
  const range = view.dateFrom === null ? null : { date_from: view.dateFrom, date_to: view.dateTo };
  return (
    <>
      <PaperFacts zone={timezone} facts={[name, ...viewWords(view, names.data)]} />
      <div className={paper.off}>
        <Row>
          <DateRangePicker
            range={range}
            emptyText="Range of each insight"
            zone={timezone}
            onChange={({ date_from, date_to }) =>
              setView({ ...view, dateFrom: date_from, dateTo: date_to })
            }
          />
          {range !== null && (
            <IconButton
              icon="x"
              label="Use the range of each insight"
              onClick={() => setView({ ...view, dateFrom: null, dateTo: null })}
            />
          )}
          <BreakdownPicker
            projectId={projectId}
            breakdown={view.breakdown}
            cohortNames={names.data}
            onChange={(breakdown) => setView({ ...view, breakdown })}
          />
          <FilterBar
            projectId={projectId}
            label="Filters of all insights"
            filters={view.filters}
            onChange={(filters) => setView({ ...view, filters })}
          />
          {isChanged && (
            <>
              <Button kind="quiet" onClick={reset}>
                Back to the saved view
              </Button>
              <Button icon="save" busy={isSaving} blockedBy={blockedBy} onClick={save}>
                Save for everyone
              </Button>
            </>
          )}
        </Row>
        <FailedNotice query={names} />
      </div>
    </>
  );
}

/** The names of cohorts, if the view uses any. */
function useCohortNames(projectId: number, view: DashboardView) {
  const isCohort =
    view.breakdown?.breakdown_type === 'cohort' ||
    view.filters.some(({ type }) => type.includes('cohort'));
  return useQuery({ ...cohortNamesQuery(projectId), enabled: isCohort });
}

function BreakdownPicker(props: {
  readonly projectId: number;
  readonly breakdown: DashboardBreakdown | null;
  readonly cohortNames: ReadonlyMap<string, string> | undefined;
  readonly onChange: (breakdown: DashboardBreakdown | null) => void;
}) {
  const { projectId, breakdown, cohortNames, onChange } = props;
  return (
    <>
      <Picker
        label="Break down by"
        text={
          breakdown === null ? 'Breakdown of each insight' : breakdownWords(breakdown, cohortNames)
        }
      >
        {(close) => (
          <Lazily>
            <PropertyPicker
              projectId={projectId}
              kinds={KINDS}
              onPick={({ key, kind, groupTypeIndex }) => {
                close();
                onChange({
                  breakdown: kind === 'cohort' ? [Number(key)] : key,
                  breakdown_type: kind,
                  ...(groupTypeIndex !== undefined && {
                    breakdown_group_type_index: groupTypeIndex,
                  }),
                });
              }}
            />
          </Lazily>
        )}
      </Picker>
      {breakdown !== null && (
        <IconButton
          icon="x"
          label="Use the breakdown of each insight"
          onClick={() => onChange(null)}
        />
      )}
    </>
  );
}
