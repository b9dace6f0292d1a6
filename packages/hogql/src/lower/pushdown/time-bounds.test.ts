import { compileHogQL } from '../../compile/compile-hogql';
import type { CompileContext } from '../../compile/context';
import { compileContext } from '../../compile/test-support/context';

/** The bounds on time in the scan of events, with their days of slack. */
function eventBounds(where: string, changes: Partial<CompileContext> = {}): string[] {
  const { sql } = compileHogQL(`select 1 from events where ${where}`, compileContext(changes));
  const [, scan = ''] = sql.split('FROM events AS t PREWHERE t.team_id = 1');
  const bounds = scan.matchAll(/(\w+)\(t\.`timestamp`, (\w+)\(toDateTime64\(.*?\), (\d+)\)\)/g);
  return [...bounds].map(([, compare, shift, days]) => `${compare} ${shift} ${days}`);
}

/** The conditions of the sessions scan, as engine function names in order. */
function boundsOf(source: string): string[] {
  const { sql } = compileHogQL(source, compileContext());
  const [, scan = ''] = sql.split('FROM raw_sessions AS t PREWHERE t.team_id = 1');
  const where = / WHERE (.*?) GROUP BY/.exec(scan)?.[1] ?? '';
  return [...where.matchAll(/(\w+)\(t\.session_timestamp/g)].map(([, name]) => name ?? '');
}

const FROM = 'greaterOrEquals';
const TO = 'lessOrEquals';

describe('bounds of time reach the scan of sessions', () => {
  it.each<[string, string[]]>([
    ["from sessions where $start_timestamp > '2024-01-01'", [FROM]],
    ["from sessions where '2024-01-01' > $start_timestamp", [TO]],
    ["from sessions where $end_timestamp between '2024-01-01' and '2024-02-01'", [FROM, TO]],
    ["from sessions where toDate($start_timestamp) = '2024-01-01'", [FROM, TO]],
    ["from sessions where toStartOfMonth($start_timestamp) = '2024-01-01'", [FROM, TO]],
    ["from sessions where dateTrunc('week', $start_timestamp) >= '2024-01-01'", [FROM]],
    ['from sessions where session_timestamp > now() - interval 7 day', [FROM]],
    ["from sessions where $start_timestamp > toDateTime('2024-01-01') and $is_bounce", [FROM]],
    ["from events where timestamp > '2024-01-01' and session.$is_bounce", [FROM]],
    ["from events as e where e.timestamp > '2024-01-01' and e.session.$is_bounce", [FROM]],
    ['from events prewhere timestamp < today() where session.$is_bounce', [TO]],
    [
      "from (select timestamp as x, session.$is_bounce as y from events where x > '2024-01-01')",
      [FROM],
    ],
    [
      "from events e join sessions s on e.$session_id = s.session_id where s.$start_timestamp > '2024-01-01'",
      [FROM],
    ],
  ])('%s', (from, expected) => {
    expect(boundsOf(`select 1 ${from}`)).toEqual(expected);
  });

  it.each([
    'from sessions',
    "from sessions where $start_timestamp > '2024-01-01' or $is_bounce",
    "from sessions where not ($start_timestamp > '2024-01-01')",
    "from sessions where $start_timestamp != '2024-01-01'",
    'from sessions where $start_timestamp > $end_timestamp',
    'from sessions where $start_timestamp > (select max(timestamp) from events)',
    "from sessions where max_inserted_at > '2024-01-01'",
    "from sessions where addMonths($start_timestamp, 1) = '2024-01-01'",
    "from events where created_at > '2024-01-01' and session.$is_bounce",
  ])('but not what does not hold for every row: %s', (from) => {
    expect(boundsOf(`select 1 ${from}`)).toEqual([]);
  });

  it.each(['left', 'full'])('and not through a %s join that fills in defaults', (join) => {
    const source = `select 1 from events e ${join} join sessions s on e.$session_id = s.session_id where s.$start_timestamp < '2024-01-01'`;
    expect(boundsOf(source)).toEqual([]);
  });
});

describe('bounds of time reach the scan of events', () => {
  it.each<[string, string[]]>([
    // The engine itself pushes plain bounds down.
    ["timestamp >= '2024-01-01'", []],
    [
      "toDate(timestamp) = '2024-01-01'",
      ['greaterOrEquals subtractDays 1', 'lessOrEquals addDays 2'],
    ],
    ["toStartOfDay(timestamp) >= '2024-01-01'", ['greaterOrEquals subtractDays 1']],
    ["toStartOfMonth(timestamp) < '2024-01-01'", ['lessOrEquals addDays 32']],
    ["toStartOfWeek(toDate(timestamp)) <= '2024-01-01'", ['lessOrEquals addDays 9']],
    ["dateTrunc('quarter', timestamp) <= '2024-01-01'", ['lessOrEquals addDays 93']],
    [
      "toStartOfInterval(timestamp, interval 3 day) <= toDateTime('2024-01-01')",
      ['lessOrEquals addDays 4'],
    ],
    [
      "toHour(timestamp) = 3 and toDate(timestamp) > '2024-01-01'",
      ['greaterOrEquals subtractDays 1'],
    ],
    ["toDate(timestamp) != '2024-01-01'", []],
    ["toDate(created_at) = '2024-01-01'", []],
  ])('when it is cut: %s', (where, expected) => {
    expect(eventBounds(where)).toEqual(expected);
    expect(eventBounds(where, { timezone: 'Pacific/Auckland' })).toEqual(expected);
  });
});
