import type { EventsNode } from '../../queries/activity/events-query';
import { filtersOfNode, rangeOfNode } from '../../queries/activity/events-query';
import type { Project } from '../../session/me';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { EventPicker } from '../../ui/filters/event-picker';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Row } from '../../ui/layout/page';

const NO_NAMES: readonly string[] = [];

/** The filters of the event list: name, range and properties. */
export function EventFilters(props: {
  readonly project: Project;
  readonly node: EventsNode;
  readonly onChange: (change: Partial<EventsNode>) => void;
}) {
  const { project, node, onChange } = props;
  return (
    <Row>
      <EventPicker
        projectId={project.id}
        event={node.event ?? null}
        onChange={(event) => onChange({ event })}
      />
      <DateRangePicker
        range={rangeOfNode(node)}
        zone={project.timezone}
        onChange={({ date_from: after, date_to: before }) => onChange({ after, before })}
      />
      <FilterBar
        projectId={project.id}
        label="Filters of events"
        filters={filtersOfNode(node)}
        eventNames={typeof node.event === 'string' ? [node.event] : NO_NAMES}
        onChange={(properties) => onChange({ properties })}
      />
    </Row>
  );
}
