import type { ConformanceCase } from '../../test-support/case';
import { deletions } from './deletions';
import { lists } from './lists';
import { onePerson } from './one-person';
import { properties } from './properties';
import { questions } from './questions';
import { scopes } from './scopes';
import { splits } from './splits';

/** Persons (`docs/wire/management.md#persons`). */
export const persons: readonly ConformanceCase[] = [
  ...lists,
  ...onePerson,
  ...properties,
  ...splits,
  ...questions,
  ...deletions,
  ...scopes,
];
