import type { EventRow } from '../../queries/activity/event-rows';
import { valueOf } from '../../queries/activity/event-rows';
import { columnLabel, PERSON, TIME } from '../../queries/activity/events-query';
import { ProjectLink } from '../../session/project-link';
import { encodeQueryLink } from '../../queries/query-link';
import type { GridColumn } from '../../ui/grid/grid-column';

const WIDTHS: Readonly<Record<string, number>> = {
  [TIME]: 180,
  event: 170,
  [PERSON]: 210,
  'properties.$current_url': 340,
};

/**
 * The columns of the grid.
 *
 * @param zone the time zone that the headings of time columns name
 */
export function gridColumns(
  expressions: readonly string[],
  zone: string,
): readonly GridColumn<EventRow>[] {
  return expressions.map((expression): GridColumn<EventRow> => {
    const label = columnLabel(expression);
    const isTime = expression === TIME;
    return {
      id: expression,
      label: isTime ? `${label} (${zone})` : label,
      note: expression,
      type: isTime ? 'timestamp' : 'auto',
      width: WIDTHS[expression],
      value: (row) => valueOf(row, expression),
    };
  });
}

/** A link to the screen of a person. */
export function PersonLink({
  distinctId,
  name,
}: {
  readonly distinctId: string;
  readonly name: string;
}) {
  return <ProjectLink path={`person/${encodeURIComponent(distinctId)}`}>{name}</ProjectLink>;
}

/** The URL fragment of the activity screen that shows the events with one value of a property. */
export function eventsWith(key: string, value: string): Promise<string> {
  return encodeQueryLink({
    kind: 'EventsQuery',
    properties: [{ type: 'event', key, operator: 'exact', value: [value] }],
    after: '-30d',
  } as { kind: string });
}
