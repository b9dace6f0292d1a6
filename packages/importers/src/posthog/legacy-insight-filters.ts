import type { JsonObject } from '../json';
import { isObject, textOf } from '../json';
import type { LegacyInsight } from './legacy-series';
import { legacyNode } from './legacy-series';
import { booleanOf, compact, LegacyFiltersError, numberOf, parsedOf } from './legacy-values';

/** The displays of trends. Filters may have displays of other insights, which are left out. */
const DISPLAYS: readonly unknown[] = [
  ...['ActionsLineGraph', 'ActionsBar', 'ActionsAreaGraph', 'ActionsStackedBar'],
  ...['ActionsUnstackedBar', 'ActionsLineGraphCumulative', 'BoldNumber', 'ActionsPie'],
  ...['ActionsBarValue', 'ActionsTable', 'WorldMap', 'CalendarHeatmap'],
];

/** Converts the settings of one kind of insight to the member of its query. */
export function insightFilter(filters: JsonObject, insight: LegacyInsight): JsonObject {
  switch (insight) {
    case 'TRENDS':
      return { trendsFilter: trendsFilter(filters) };
    case 'FUNNELS':
      return { funnelsFilter: funnelsFilter(filters) };
    case 'RETENTION':
      return { retentionFilter: retentionFilter(filters) };
    case 'PATHS':
      return { pathsFilter: pathsFilter(filters) };
    case 'LIFECYCLE':
      return {
        lifecycleFilter: compact({
          ...shown(filters),
          toggledLifecycles: filters['toggledLifecycles'],
        }),
      };
    case 'STICKINESS':
      return {
        stickinessFilter: compact({
          ...shown(filters),
          display: displayOf(filters['display']),
          hiddenLegendIndexes: hiddenIndexes(filters['hidden_legend_keys']),
          computedAs: filters['computed_as'],
        }),
      };
  }
}

function shown(filters: JsonObject): JsonObject {
  return {
    showLegend: booleanOf(filters['show_legend']),
    showValuesOnSeries: booleanOf(filters['show_values_on_series']),
  };
}

function displayOf(display: unknown): unknown {
  return DISPLAYS.includes(display) ? display : null;
}

function trendsFilter(filters: JsonObject): JsonObject {
  return compact({
    ...shown(filters),
    display: displayOf(filters['display']),
    formula: textOf(filters['formula']),
    smoothingIntervals: numberOf(filters['smoothing_intervals']),
    hiddenLegendIndexes: hiddenIndexes(filters['hidden_legend_keys']),
    aggregationAxisFormat: filters['aggregation_axis_format'],
    aggregationAxisPrefix: filters['aggregation_axis_prefix'],
    aggregationAxisPostfix: filters['aggregation_axis_postfix'],
    decimalPlaces: numberOf(filters['decimal_places']),
    showAlertThresholdLines: booleanOf(filters['show_alert_threshold_lines']),
    showPercentStackView: booleanOf(filters['show_percent_stack_view']),
    showLabelsOnSeries: booleanOf(
      filters['show_labels_on_series'] ?? filters['show_label_on_series'],
    ),
    yAxisScaleType: filters['y_axis_scale_type'],
    showMultipleYAxes: booleanOf(filters['show_multiple_y_axes']),
  });
}

function funnelsFilter(filters: JsonObject): JsonObject {
  const exclusions = parsedOf(filters['exclusions']);
  const days = numberOf(filters['funnel_window_days']);
  return compact({
    // Before it had a member of its own, the kind of a funnel was its display.
    funnelVizType:
      filters['funnel_viz_type'] ?? (filters['display'] === 'ActionsLineGraph' ? 'trends' : null),
    funnelOrderType: filters['funnel_order_type'],
    funnelFromStep: numberOf(filters['funnel_from_step']),
    funnelToStep: numberOf(filters['funnel_to_step']),
    funnelStepReference: filters['funnel_step_reference'],
    funnelWindowInterval: numberOf(filters['funnel_window_interval']) ?? days,
    funnelWindowIntervalUnit:
      filters['funnel_window_interval_unit'] ?? (days === undefined ? null : 'day'),
    breakdownAttributionType: filters['breakdown_attribution_type'],
    breakdownAttributionValue: numberOf(filters['breakdown_attribution_value']),
    binCount: filters['bin_count'] === 'auto' ? null : numberOf(filters['bin_count']),
    exclusions: Array.isArray(exclusions) ? exclusions.filter(isObject).map(exclusion) : null,
    layout: filters['layout'],
    hiddenLegendBreakdowns: hiddenBreakdowns(filters['hidden_legend_keys']),
    funnelAggregateByHogQL: textOf(filters['funnel_aggregate_by_hogql']),
  });
}

function exclusion(entity: JsonObject): JsonObject {
  return {
    ...legacyNode(entity),
    funnelFromStep: numberOf(entity['funnel_from_step']),
    funnelToStep: numberOf(entity['funnel_to_step']),
  };
}

function retentionFilter(filters: JsonObject): JsonObject {
  return compact({
    period: filters['period'],
    totalIntervals: numberOf(filters['total_intervals']),
    retentionType: filters['retention_type'],
    retentionReference: filters['retention_reference'],
    targetEntity: retentionEntity(filters['target_entity']),
    returningEntity: retentionEntity(filters['returning_entity']),
    meanRetentionCalculation: filters['mean_retention_calculation'],
    cumulative: booleanOf(filters['cumulative']),
  });
}

function retentionEntity(given: unknown): JsonObject | null {
  const entity = parsedOf(given);
  if (!isObject(entity)) return null;
  const { id, type, name, custom_name: customName, order, uuid } = entity;
  const isAction = type === 'actions';
  return {
    ...compact({ type, name, custom_name: customName, order: numberOf(order), uuid }),
    // Null means all events.
    id: isAction ? (numberOf(id) ?? id) : textOf(id),
  };
}

function pathsFilter(filters: JsonObject): JsonObject {
  const types = parsedOf(filters['include_event_types']);
  const only = textOf(filters['path_type']);
  if (only === '$autocapture') throw new LegacyFiltersError('paths of $autocapture have no query');
  return compact({
    // Before paths could have several types of events, they had one.
    includeEventTypes: Array.isArray(types) ? types : only === null ? null : [only],
    pathsHogQLExpression: textOf(filters['paths_hogql_expression']),
    startPoint: textOf(filters['start_point']),
    endPoint: textOf(filters['end_point']),
    pathGroupings: parsedOf(filters['path_groupings']),
    excludeEvents: parsedOf(filters['exclude_events']),
    stepLimit: numberOf(filters['step_limit']),
    pathReplacements: booleanOf(filters['path_replacements']),
    localPathCleaningFilters: parsedOf(filters['local_path_cleaning_filters']),
    edgeLimit: numberOf(filters['edge_limit']),
    minEdgeWeight: numberOf(filters['min_edge_weight']),
    maxEdgeWeight: numberOf(filters['max_edge_weight']),
  });
}

/** Returns the positions of hidden series: `{"1": true, "2": false}` → `[1]`. */
function hiddenIndexes(keys: unknown): readonly number[] | null {
  return hiddenKeys(keys)
    .filter((key) => /^\d+$/.test(key))
    .map(Number);
}

/** Returns the hidden breakdowns of a funnel. Older keys have a step before them: `events/$pageview/0/Firefox`. */
function hiddenBreakdowns(keys: unknown): readonly string[] {
  const names = hiddenKeys(keys).map((key) => /^\w+\/.+\/\d+\/(.+)$/.exec(key)?.[1] ?? key);
  return [...new Set(names)].filter((name) => !/^\d+$/.test(name));
}

function hiddenKeys(keys: unknown): readonly string[] {
  if (!isObject(keys)) return [];
  return Object.keys(keys).filter((key) => keys[key] === true);
}
