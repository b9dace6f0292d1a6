import { call, text } from '../sql/build';
import type { SqlExpr } from '../sql/nodes';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, Fields } from './definitions';
import { channelType } from './sessions/channel-type';
import { domainType } from './sessions/channel-lookups';

/** Person properties that are computed from stored ones, and the fields that do it (`wire/hogql.md` §1.5). */
export const VIRTUAL_PERSON_PROPERTIES: ReadonlySet<string> = new Set([
  '$virt_initial_channel_type',
  '$virt_initial_referring_domain_type',
]);

const CHANNEL_READS = [
  '$initial_utm_source',
  '$initial_utm_medium',
  '$initial_utm_campaign',
  '$initial_referring_domain',
  '$initial_gclid',
  '$initial_fbclid',
  '$initial_gad_source',
];

const EMPTY = text('');

function isGiven(value: SqlExpr): SqlExpr {
  return call('notEquals', call('ifNull', value, EMPTY), EMPTY);
}

function computedFrom(
  bag: readonly string[],
  keys: readonly string[],
  nullable: boolean,
  build: (values: readonly SqlExpr[]) => SqlExpr,
): FieldDefinition {
  return {
    kind: 'computed',
    reads: keys.map((key) => [...bag, key]),
    type: typeOf('String', nullable),
    build,
    hidden: true,
  };
}

/** The virtual fields of a person whose properties lie at the path `bag` of the same table. */
export function virtualPersonFields(bag: readonly string[]): Fields {
  return {
    $virt_initial_channel_type: computedFrom(bag, CHANNEL_READS, false, (values) => {
      const [source, medium, campaign, referringDomain, gclid, fbclid, gadSource] = values;
      if (!source || !medium || !campaign || !referringDomain || !gclid || !fbclid || !gadSource) {
        throw new Error('$virt_initial_channel_type needs seven columns');
      }
      return channelType({
        source,
        medium,
        campaign,
        referringDomain,
        hasGclid: isGiven(gclid),
        hasFbclid: isGiven(fbclid),
        gadSource,
      });
    }),
    $virt_initial_referring_domain_type: computedFrom(
      bag,
      ['$initial_referring_domain'],
      true,
      ([domain]) => {
        if (!domain) throw new Error('$virt_initial_referring_domain_type needs a column');
        return domainType(domain);
      },
    ),
  };
}
