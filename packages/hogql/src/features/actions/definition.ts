import type { PropertyFilter } from '../property-filters/filter';

/** How an action's text, link or URL is compared. */
export type StringMatching = 'contains' | 'exact' | 'regex';

/** A step as the actions API stores it: its conditions are AND-ed. */
export interface ActionStep {
  readonly event?: string | null | undefined;
  readonly selector?: string | null | undefined;
  readonly tag_name?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly text_matching?: StringMatching | null | undefined;
  readonly href?: string | null | undefined;
  readonly href_matching?: StringMatching | null | undefined;
  readonly url?: string | null | undefined;
  readonly url_matching?: StringMatching | null | undefined;
  readonly properties?: readonly PropertyFilter[] | null | undefined;
}

/** Steps are OR-ed; an action without steps matches every event. */
export interface ActionDefinition {
  readonly id: number;
  readonly name: string | null;
  readonly steps: readonly ActionStep[];
}
