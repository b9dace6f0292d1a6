import type { PeopleBehind } from '../../queries/insight/people-behind';
import type { ExactRange } from '../../queries/web/shape-web';
import type { WebView } from '../../queries/web/web-view';

/** What each card of the screen gets. */
export interface CardProps {
  readonly view: WebView;
  /** A step of Back. */
  readonly setView: (view: WebView) => void;
  /** What the server made of the range; null until it has said so. */
  readonly range: ExactRange | null;
  readonly onPeople: (people: PeopleBehind) => void;
}
