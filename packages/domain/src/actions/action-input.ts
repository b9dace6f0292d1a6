import type { ChainElement } from '../elements/parse-elements-chain';
import type { Properties } from '../properties';

/**
 * The data of an event that a predicate may compare. An absent field is unknown: the result of a condition on it is
 * null.
 */
export interface ActionInput {
  readonly event: string;
  readonly properties: Properties;
  /** The clicked element first, then its ancestors. */
  readonly elements: readonly ChainElement[];
  readonly personProperties?: Properties;
  /** Group properties by group type index. */
  readonly groupProperties?: ReadonlyMap<number, Properties>;
  /** Ids of all cohorts that contain the person. */
  readonly cohorts?: ReadonlySet<number>;
}
