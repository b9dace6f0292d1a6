import { civilWords } from '../../../queries/date-range';
import { filledDays, severityWords, typeText } from '../../../queries/data/warning-days';
import { eventsNamed } from '../../../queries/data/links';
import { copyText } from '../../../queries/grid/cell-text';
import { numberWords } from '../../../queries/numbers';
import { ProjectLink } from '../../../session/project-link';
import { QueryLink } from '../../../session/query-link';
import { Button } from '../../../ui/button/button';
import { Card } from '../../../ui/layout/page';
import { CellNote, Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { Timestamp } from '../../../ui/text/timestamp';
import type { Warning, WarningSummary } from './warning-data';
import styles from './warnings.module.css';

const TONES = { error: 'danger', warning: 'warning' } as const;
const COLUMNS = [{ label: 'Time' }, { label: 'About' }, { label: 'Details' }];

/** All warnings of one type: counts per day, and examples. */
export function WarningCard(props: {
  readonly summary: WarningSummary;
  readonly days: number;
  readonly now: number;
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const { summary, days, now, zone, isOpen, onToggle } = props;
  const { type, severity, count, lastSeen, sparkline, warnings } = summary;
  const tone = severity === 'error' || severity === 'warning' ? TONES[severity] : 'plain';
  return (
    <Card
      title={
        <span className={styles.title}>
          {typeText(type)} <Badge tone={tone}>{severityWords(severity)}</Badge>
        </span>
      }
      actions={
        <Button
          kind="quiet"
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          aria-expanded={isOpen}
          aria-label={`Examples of ${typeText(type)}`}
          onClick={onToggle}
        >
          Examples
        </Button>
      }
    >
      <div className={styles.summary}>
        <p>
          <span className={styles.count}>{numberWords(count)}</span>{' '}
          {count === 1 ? 'time' : 'times'}, last at <Timestamp value={lastSeen} zone={zone} />
        </p>
        <DayBars label={typeText(type)} bars={filledDays(sparkline, days, now)} />
      </div>
      {isOpen && (
        <>
          <p className={styles.note}>
            The newest {numberWords(warnings.length)}. One example can represent several equal
            warnings.
          </p>
          <Table label={`Examples of ${typeText(type)}`} columns={COLUMNS}>
            {warnings.map((warning) => (
              <Example
                key={warning.uuid}
                warning={warning}
                zone={zone}
                isStored={severity !== 'error'}
              />
            ))}
          </Table>
        </>
      )}
    </Card>
  );
}

/** A bar chart of the counts per day. Screen readers read the days with warnings. */
function DayBars(props: {
  readonly label: string;
  readonly bars: readonly { readonly day: string; readonly count: number }[];
}) {
  const { label, bars } = props;
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const text = bars
    .filter(({ count }) => count > 0)
    .map(({ day, count }) => `${civilWords(day)}: ${numberWords(count)}`);
  const [first, last] = [bars[0]?.day ?? '', bars.at(-1)?.day ?? ''];
  return (
    <figure className={styles.chart}>
      <svg
        role="img"
        aria-label={`${label} by day. ${text.join(', ')}`}
        viewBox={`0 0 ${bars.length * 10} 40`}
        preserveAspectRatio="none"
      >
        {bars.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, (count / most) * 40);
          return (
            <rect
              key={day}
              className={count === 0 ? styles.none : styles.bar}
              x={index * 10 + 1}
              y={40 - height}
              width={8}
              height={height}
            >
              <title>{`${civilWords(day)}: ${numberWords(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption>
        <span>{civilWords(first)}</span>
        <span>{civilWords(last)}</span>
      </figcaption>
    </figure>
  );
}

function Example(props: {
  readonly warning: Warning;
  readonly zone: string;
  /** Whether the event was stored, so that a link can open it. */
  readonly isStored: boolean;
}) {
  const { warning, zone, isStored } = props;
  const { distinct_id: person, count, details, timestamp } = warning;
  // The uuid of the event is in every warning; the remaining details describe the problem.
  const { event, eventUuid: _, distinctId: __, ...rest } = details;
  return (
    <tr>
      <th scope="row">
        <Timestamp value={timestamp} zone={zone} />
        {count > 1 && <CellNote>and {numberWords(count - 1)} more equal warnings</CellNote>}
      </th>
      <td className={styles.about}>
        {typeof event === 'string' && (
          <div>
            {isStored ? (
              <QueryLink path="activity" query={eventsNamed(event)}>
                {event}
              </QueryLink>
            ) : (
              event
            )}
          </div>
        )}
        {person !== null && (
          <CellNote>
            of <ProjectLink path={`person/${encodeURIComponent(person)}`}>{person}</ProjectLink>
          </CellNote>
        )}
      </td>
      <td className={styles.details}>
        {Object.keys(rest).length === 0 && 'no details'}
        <dl>
          {Object.entries(rest).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{copyText(value)}</code>
              </dd>
            </div>
          ))}
        </dl>
      </td>
    </tr>
  );
}
