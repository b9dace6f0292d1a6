import { booleanParameter, flagParameter, nameList, parameter } from '../query-parameters';

/** The words of a search; each must be in the name. */
export function searchWords(parameters: URLSearchParams): readonly string[] {
  return (parameters.get('search') ?? '').split(/\s+/).filter((word) => word !== '');
}

/** The parameters of both lists of definitions; `describedAs` reads them. */
export const describedParameters = {
  verified: booleanParameter('Only verified definitions, or only the others.'),
  tags: parameter(
    'Tags, as JSON or separated by commas. Only definitions with at least one of them are listed.',
  ),
  exclude_hidden: booleanParameter('Excludes hidden definitions.'),
};

/** The filters by what users set for definitions: verified or not, a tag, and whether to list hidden ones too. */
export function describedAs(parameters: URLSearchParams): {
  readonly verified?: boolean;
  readonly withHidden: boolean;
  readonly tags?: readonly string[];
} {
  const verified = flagParameter(parameters.get('verified'));
  const tags = nameList(parameters.get('tags'));
  return {
    ...(verified !== undefined && { verified }),
    withHidden: flagParameter(parameters.get('exclude_hidden')) !== true,
    ...(tags !== undefined && tags.length > 0 && { tags }),
  };
}
