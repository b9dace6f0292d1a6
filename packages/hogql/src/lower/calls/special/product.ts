import {
  mediumChannel,
  sourceChannel,
  domainType,
} from '../../../catalogue/channels/channel-lookups';
import { call, text } from '../../../clickhouse-sql/build';
import type { SqlExpr } from '../../../clickhouse-sql/nodes';
import { typeOf } from '../../../types/value-type';
import { toInteger, toText } from '../../operators/casts';
import type { Typed } from '../../scope/typed';
import { typed } from '../../scope/typed';
import { arg, special } from './special';
import type { SpecialFunction } from './special';

/**
 * Functions that are synonyms for tags, with the attributes that their arguments set
 * (`docs/wire/hogql-tables.md#tag-functions`).
 */
const TAGS: readonly (readonly [name: string, kind: string, attributes: readonly string[]])[] = [
  ['sparkline', 'Sparkline', ['data']],
  ['recordingButton', 'RecordingButton', ['sessionId', 'recordingStatus']],
  ['explainCSPReport', 'ExplainCSPReport', ['properties']],
];

function tag(kind: string, attributes: readonly string[], args: readonly Typed[]): Typed {
  const named = args.flatMap((value, index) => [text(attributes[index] ?? ''), value.sql]);
  return typed(call('tuple', text('__hx_tag'), text(kind), ...named), typeOf('Tuple'));
}

const LOOK_UPS: readonly (readonly [name: string, lookUp: (value: SqlExpr) => SqlExpr])[] = [
  ['lookupDomainType', domainType],
  ['lookupPaidSourceType', sourceChannel.paid],
  ['lookupOrganicSourceType', sourceChannel.organic],
  ['lookupPaidMediumType', mediumChannel.paid],
  ['lookupOrganicMediumType', mediumChannel.organic],
];

const NUMBERS = String.raw`\d+(?:\.\d+)+`;
const PART = 'part';

/** `1.10.2` as [1, 10, 2], which sorts as versions do; [NULL] if the text is not a version. */
function sortableSemver(args: readonly Typed[]): Typed {
  const version = call('ifNull', toText(arg(args, 0)).sql, text(''));
  const parts = call('splitByChar', text('.'), call('extract', version, text(NUMBERS)));
  const part = typed({ kind: 'column', table: null, name: PART }, typeOf('String'));
  const toNumber: SqlExpr = { kind: 'lambda', args: [PART], body: toInteger(part).sql };
  return typed(call('arrayMap', toNumber, parts), typeOf('Array'));
}

export const product: readonly SpecialFunction[] = [
  ...TAGS.map(([name, kind, attributes]) =>
    special(name, [1, attributes.length], (args) => tag(kind, attributes, args)),
  ),
  ...LOOK_UPS.map(([name, lookUp]) =>
    special(name, [1, 1], (args) =>
      typed(lookUp(call('lower', toText(arg(args, 0)).sql)), typeOf('String', true)),
    ),
  ),
  special('sortableSemver', [1, 1], sortableSemver, true),
];
