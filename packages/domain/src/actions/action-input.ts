import type { ChainElement } from '../elements/parse-elements-chain';
import type { Properties } from '../properties';

/** What a predicate may look at. What is absent is not known, and what depends on it is not reported. */
export interface ActionInput {
  readonly event: string;
  readonly properties: Properties;
  /** Innermost first. */
  readonly elements: readonly ChainElement[];
  readonly personProperties?: Properties;
  /** Group properties by group type index. */
  readonly groupProperties?: ReadonlyMap<number, Properties>;
  /** Ids of all cohorts the person is in. */
  readonly cohorts?: ReadonlySet<number>;
}
