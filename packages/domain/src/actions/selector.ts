/** How an attribute is compared with a value: the operators of CSS. */
export type AttributeOperator = '=' | '~=' | '|=' | '^=' | '$=' | '*=';

/** A condition on one attribute of an element. */
export interface AttributeTest {
  /** The key in an elements chain: `attr__href`, `attr_id`, `nth-child`. */
  readonly key: string;
  readonly operator: AttributeOperator;
  readonly value: string;
}

/** The conditions on one element of a selector. */
export interface SimpleCompound {
  /** Null: any tag. */
  readonly tag: string | null;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
}

export interface Compound extends SimpleCompound {
  /** The element must fit none of these: the arguments of `:not()`. */
  readonly not: readonly SimpleCompound[];
  /** How the element is related to the previous one in the list; null for the first. */
  readonly joint: 'parent' | 'ancestor' | null;
}

/** One selector of a list: the matched element first, then its ancestors, as in an elements chain. */
export type Selector = readonly Compound[];
