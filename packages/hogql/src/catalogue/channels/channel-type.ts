import { call, NULL, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { mediumChannel, sourceChannel } from './channel-lookups';

/** The traffic source, as seen on the first page of a session. */
export interface Attribution {
  readonly source: SqlExpr;
  readonly medium: SqlExpr;
  readonly campaign: SqlExpr;
  readonly referringDomain: SqlExpr;
  readonly hasGclid: SqlExpr;
  readonly hasFbclid: SqlExpr;
  readonly gadSource: SqlExpr;
}

const PAID_MEDIUMS = ['cpc', 'cpm', 'cpv', 'cpa', 'ppc', 'retargeting'];
const DIRECT = '$direct';

/** `shop` at the start of a word or in `eshop`, or `shopping`; `bookshop` does not match. */
const SHOPPING = '^(.*(([^a-df-z]|^)shop|shopping).*)$';

const not = (value: SqlExpr): SqlExpr => call('not', value);
const is = (value: SqlExpr, expected: string): SqlExpr => call('equals', value, text(expected));
const matches = (value: SqlExpr, pattern: string): SqlExpr => call('match', value, text(pattern));

function given(value: SqlExpr): SqlExpr {
  return call('nullIf', call('nullIf', value, text('')), text('null'));
}

/**
 * The default channel of a session, by PostHog's public rules (based on Google Analytics 4's): cross-network
 * campaigns, then paid traffic, then direct traffic, then by source, campaign, medium and referring domain, in this
 * order.
 */
export function channelType(attribution: Attribution): SqlExpr {
  const { referringDomain, hasGclid, hasFbclid } = attribution;
  const source = call('lower', given(attribution.source));
  const medium = call('lower', given(attribution.medium));
  const campaign = call('lower', given(attribution.campaign));
  const gadSource = given(attribution.gadSource);

  const isPaid = call(
    'or',
    ...PAID_MEDIUMS.map((word) => is(medium, word)),
    call('startsWith', medium, text('paid')),
    hasGclid,
    call('isNotNull', gadSource),
  );
  const isDirect = call(
    'and',
    is(referringDomain, DIRECT),
    call('isNull', medium),
    call(
      'or',
      call('isNull', source),
      ...['(direct)', 'direct', DIRECT].map((word) => is(source, word)),
    ),
    not(hasFbclid),
  );
  const shopping = (channel: string): SqlExpr =>
    call('if', matches(campaign, SHOPPING), text(channel), NULL);

  const paid = call(
    'coalesce',
    sourceChannel.paid(source),
    shopping('Paid Shopping'),
    mediumChannel.paid(medium),
    sourceChannel.paid(referringDomain),
    call(
      'multiIf',
      is(gadSource, '1'),
      text('Paid Search'),
      matches(campaign, 'video'),
      text('Paid Video'),
      hasFbclid,
      text('Paid Social'),
      text('Paid Unknown'),
    ),
  );
  const organic = call(
    'coalesce',
    sourceChannel.organic(source),
    shopping('Organic Shopping'),
    mediumChannel.organic(medium),
    sourceChannel.organic(referringDomain),
    call(
      'multiIf',
      matches(campaign, 'video'),
      text('Organic Video'),
      matches(medium, 'push$'),
      text('Push'),
      hasFbclid,
      text('Organic Social'),
      is(referringDomain, DIRECT),
      text('Direct'),
      call('isNotNull', referringDomain),
      text('Referral'),
      text('Unknown'),
    ),
  );
  return call(
    'multiIf',
    matches(campaign, 'cross-network'),
    text('Cross Network'),
    isPaid,
    paid,
    isDirect,
    text('Direct'),
    organic,
  );
}
