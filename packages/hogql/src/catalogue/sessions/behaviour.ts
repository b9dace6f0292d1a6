import { call, column, NULL, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition, Fields } from '../definitions/table-definition';
import { path } from '../definitions/fields';
import { computed, merged } from './merged';

const COUNT = typeOf('Integer');
const DATE_TIME = typeOf('DateTime');
const URL = typeOf('String', true);
const TRUE: SqlExpr = { kind: 'boolean', value: true };
const FALSE: SqlExpr = { kind: 'boolean', value: false };

function count(event: string): FieldDefinition {
  return merged('uniqExactMerge', `${event}_uniq`, COUNT);
}

function partOf(url: string, part: 'path' | 'domain'): FieldDefinition {
  return computed([url], 'String', (value) => call(part, value), { nullable: true });
}

/** The number of pages, screens and autocaptured actions: 0, 1, or 2 for more than one. */
const SEEN = 'page_screen_autocapture_uniq_up_to';
const seen: FieldDefinition = {
  kind: 'aggregate',
  expr: { ...call('uniqUpToMerge', column('t', SEEN)), params: [number(1)] },
  type: COUNT,
  hidden: true,
};

/**
 * Null when the session has no event that counts; a bounce is a session with one such event that is shorter than the
 * threshold.
 */
function isBounce(thresholdSeconds: number): FieldDefinition {
  const build = (events: SqlExpr, duration: SqlExpr): SqlExpr =>
    call(
      'multiIf',
      call('equals', events, number(0)),
      NULL,
      call('greater', events, number(1)),
      number(0),
      call('less', duration, number(thresholdSeconds)),
    );
  return computed([`$${SEEN}`, '$session_duration'], 'Boolean', build, { nullable: true });
}

/** Times, pages and event counts of a session. */
export function behaviourFields(bounceThresholdSeconds: number): Fields {
  return {
    $start_timestamp: merged('min', 'min_timestamp', DATE_TIME),
    $end_timestamp: merged('max', 'max_timestamp', DATE_TIME),
    max_inserted_at: merged('max', 'max_inserted_at', DATE_TIME),
    $urls: {
      kind: 'aggregate',
      expr: call('arraySort', call('groupUniqArrayArray', column('t', 'urls'))),
      type: typeOf('Array'),
    },
    $num_uniq_urls: computed(['$urls'], 'Integer', (urls) => call('length', urls)),
    $entry_current_url: merged('argMinMerge', 'entry_url', URL),
    $entry_pathname: partOf('$entry_current_url', 'path'),
    $entry_hostname: partOf('$entry_current_url', 'domain'),
    $end_current_url: merged('argMaxMerge', 'end_url', URL),
    $end_pathname: partOf('$end_current_url', 'path'),
    $end_hostname: partOf('$end_current_url', 'domain'),
    $exit_current_url: { ...path(['$end_current_url']), hidden: true },
    $exit_pathname: { ...path(['$end_pathname']), hidden: true },
    $last_external_click_url: merged('argMaxMerge', 'last_external_click_url', URL),
    $pageview_count: count('pageview'),
    $autocapture_count: count('autocapture'),
    $screen_count: count('screen'),
    $has_autocapture: computed(['$autocapture_count'], 'Boolean', (autocaptures) =>
      call('multiIf', call('greater', autocaptures, number(0)), TRUE, FALSE),
    ),
    $page_screen_count_up_to: computed(
      ['$pageview_count', '$screen_count'],
      'Integer',
      (pages, screens) => call('least', call('plus', pages, screens), number(2)),
      { hidden: true },
    ),
    [`$${SEEN}`]: seen,
    // The name in PostHog's newest table of sessions.
    $page_screen_autocapture_count_up_to: { ...path([`$${SEEN}`]), hidden: true },
    $session_duration: computed(['$start_timestamp', '$end_timestamp'], 'Integer', (start, end) =>
      call('dateDiff', text('second'), start, end),
    ),
    duration: { ...path(['$session_duration']), hidden: true },
    $is_bounce: isBounce(bounceThresholdSeconds),
  };
}
