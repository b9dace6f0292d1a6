import { setBreakdowns } from './insight/change-breakdown';
import { newFunnel, newRetention, newTrends } from './insight/new-insight';
import type { QueryNode } from './query-link';

/** A question with a link to the screen that shows the result. */
export interface Question {
  readonly id: string;
  readonly text: string;
  /** Additional words by which the search finds the question. */
  readonly words: string;
  /** The name of an icon. */
  readonly icon: 'users' | 'funnel' | 'shopping-bag' | 'flag' | 'circle-check' | 'chart-line';
  /** The path below the project. */
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The query that the screen opens with. */
  readonly query?: QueryNode;
}

/** Retention by week, with a breakdown by a person property. */
export function comingBackBy(property: string) {
  return setBreakdowns(newRetention(), [{ property, type: 'person' }]);
}

/** Common questions, for users who do not know yet which screen to open. */
export const QUESTIONS: readonly Question[] = [
  {
    id: 'come-back',
    text: 'Which campaign brings people who come back?',
    words: 'users visitors customers return returning retention utm source channel',
    icon: 'users',
    path: 'insights/new',
    query: comingBackBy('$initial_utm_campaign'),
  },
  {
    id: 'drop',
    text: 'Why does a funnel drop?',
    words: 'conversion convert drop-off dropped steps lose checkout correlation',
    icon: 'funnel',
    path: 'insights',
    search: { kind: 'FUNNELS' },
  },
  {
    id: 'stopped',
    text: 'Which companies became inactive?',
    words: 'groups accounts organizations customers churn churned inactive quiet lost',
    icon: 'shopping-bag',
    path: 'groups',
    search: { quiet: '14' },
  },
  {
    id: 'widen',
    text: 'Is a flag safe to roll out further?',
    words: 'feature rollout roll out widen increase release variant effect users',
    icon: 'flag',
    path: 'feature_flags',
  },
  {
    id: 'ingestion',
    text: 'Is ingestion healthy?',
    words: 'status health lag delay late queue broken events arrive missing workers processes',
    icon: 'circle-check',
    path: 'settings/status',
  },
];

/** Commands of the search that create an insight of each kind. */
export const NEW_INSIGHTS: readonly Question[] = [
  {
    id: 'new-trends',
    text: 'New insight: trends',
    words: 'chart count over time graph',
    icon: 'chart-line',
    path: 'insights/new',
    query: newTrends(),
  },
  {
    id: 'new-funnel',
    text: 'New insight: funnel',
    words: 'conversion steps',
    icon: 'funnel',
    path: 'insights/new',
    query: newFunnel(),
  },
  {
    id: 'new-retention',
    text: 'New insight: retention',
    words: 'come back return returning',
    icon: 'users',
    path: 'insights/new',
    query: newRetention(),
  },
];
