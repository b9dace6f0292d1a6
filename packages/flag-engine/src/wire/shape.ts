import type { Evaluation } from '../evaluate/results';
import {
  toDecideV1,
  toDecideV2,
  toDecideV3,
  toDecideV4,
  toFlagsV1,
  toFlagsV2,
  toFlagsV3,
  type DetailsBody,
  type EnabledKeysBody,
  type EnabledValuesBody,
  type TypedDetailsBody,
  type ValuesBody,
} from './bodies';

/** The flag-related part of a response body. */
export type FlagsBody =
  EnabledKeysBody | EnabledValuesBody | ValuesBody | DetailsBody | TypedDetailsBody;

/**
 * Shapes an evaluation for an endpoint and response version.
 *
 * @param version the number in the request's `v`; 1 when it is absent or not a number (for the flags endpoint the
 * caller must pass 2 when both `v` and `config` are absent)
 */
export function shapeEvaluation(
  endpoint: 'decide' | 'flags',
  version: number,
  evaluation: Evaluation,
): FlagsBody {
  if (endpoint === 'flags') {
    if (version === 3) return toFlagsV3(evaluation);
    return version >= 2 ? toFlagsV2(evaluation) : toFlagsV1(evaluation);
  }
  if (version >= 4) return toDecideV4(evaluation);
  if (version >= 3) return toDecideV3(evaluation);
  return version >= 2 ? toDecideV2(evaluation) : toDecideV1(evaluation);
}
