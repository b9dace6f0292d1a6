import type { PeopleBehind } from '../../queries/insight/people-behind';
import type { ExactRange } from '../../queries/web/shape-web';
import type { WebView } from '../../queries/web/web-view';

/** The props of each card on the screen. */
export interface CardProps {
  readonly view: WebView;
  /** Changes the view, with a new entry in the browser history. */
  readonly setView: (view: WebView) => void;
  /** The range that the server computed; null until the first response. */
  readonly range: ExactRange | null;
  readonly onPeople: (people: PeopleBehind) => void;
}
