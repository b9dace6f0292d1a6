import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import type { WebView } from '../../queries/web/web-view';
import { DEFAULT_VIEW, goalName, isSameView } from '../../queries/web/web-view';
import { useProject } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { CompareField } from '../../ui/date-range/compare-field';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { Checkbox } from '../../ui/field/field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Row } from '../../ui/layout/page';
import { Lazily } from '../../ui/state/lazily';
import { FailedNotice } from '../../ui/state/states';
import { actionNamesQuery } from './actions';

// Loaded when the list is opened.
const EntityPicker = lazy(async () => ({
  default: (await import('../../ui/picker/entity-picker')).EntityPicker,
}));

const NO_NAMES: ReadonlyMap<number, string> = new Map();
/** Filters on elements and HogQL expressions do not apply to visits. */
const KINDS = ['event', 'session', 'person', 'cohort'] as const;

interface ViewBarProps {
  readonly view: WebView;
  readonly onChange: (view: WebView) => void;
}

/** The range, comparison, goal and filters of the whole screen. */
export function ViewBar({ view, onChange }: ViewBarProps) {
  const { id: projectId, timezone } = useProject();
  return (
    <Row>
      <DateRangePicker
        range={view.range}
        zone={timezone}
        onChange={(range) => onChange({ ...view, range })}
      />
      <CompareField
        value={view.compareTo}
        onChange={(compareTo) => onChange({ ...view, compareTo })}
      />
      <GoalField view={view} onChange={onChange} />
      <FilterBar
        projectId={projectId}
        label="Filters of everything"
        filters={view.filters}
        kinds={KINDS}
        eventNames={['$pageview']}
        onChange={(filters) => onChange({ ...view, filters })}
      />
      <Checkbox
        label="Exclude test accounts"
        checked={view.leavesOutTestAccounts}
        onChange={(leavesOutTestAccounts) => onChange({ ...view, leavesOutTestAccounts })}
      />
      {!isSameView(view, DEFAULT_VIEW) && (
        <Button kind="quiet" onClick={() => onChange(DEFAULT_VIEW)}>
          Reset
        </Button>
      )}
    </Row>
  );
}

function GoalField({ view, onChange }: ViewBarProps) {
  const { id: projectId } = useProject();
  const { goal } = view;
  const isAction = goal !== null && 'actionId' in goal;
  const names = useQuery({ ...actionNamesQuery(projectId), enabled: isAction });
  return (
    <>
      <Lazily>
        <EntityPicker
          projectId={projectId}
          label="Conversion goal"
          text={goal === null ? 'No goal' : `Goal: ${goalName(goal, names.data ?? NO_NAMES)}`}
          onPick={(entity) => {
            if (entity.kind === 'ActionsNode') {
              onChange({ ...view, goal: { actionId: entity.id } });
            } else {
              const { event } = entity;
              onChange({ ...view, goal: event === null ? null : { customEventName: event } });
            }
          }}
        />
      </Lazily>
      {goal !== null && (
        <IconButton
          icon="x"
          label="Remove the goal"
          onClick={() => onChange({ ...view, goal: null })}
        />
      )}
      <FailedNotice query={names} />
    </>
  );
}
