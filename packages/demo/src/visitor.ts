import type { Company, Device, Place, Source } from './catalogue';
import { COMPANIES, DEVICES, FIRST_NAMES, LAST_NAMES, PLACES, PLANS, SOURCES } from './catalogue';
import type { Random } from './random';

/** A visitor of the shop, whose state changes with each visit. */
export interface Visitor {
  /** The distinct id until the visitor signs in. */
  anonymousId: string;
  /** The distinct id after the visitor has signed in; null until then. */
  userId: string | null;
  readonly account: Account;
  readonly device: Device;
  readonly place: Place;
  /** The source of the first visit. */
  readonly source: Source;
  /** The variant of the flag `new-checkout`. */
  readonly variant: 'control' | 'test';
  visits: number;
  orders: number;
  lastSeenMs: number;
}

/** The person properties that the shop knows after the sign-in. */
interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly plan: string;
  /** The company for which the visitor orders; null for private customers. */
  readonly company: Company | null;
}

const COMPANY_SHARE = 0.18;

/**
 * Creates a visitor; a share of them orders for a company.
 *
 * @param number unique number of the visitor, for the id of the account
 * @param atMs time of the first visit, in milliseconds since 1970
 */
export function createVisitor(random: Random, number: number, atMs: number): Visitor {
  const company = random.chance(COMPANY_SHARE) ? random.pick(COMPANIES) : null;
  return createVisitorOf(random, number, atMs, company);
}

/** @param company the company for which the visitor orders; null for a private customer */
export function createVisitorOf(
  random: Random,
  number: number,
  atMs: number,
  company: Company | null,
): Visitor {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const domain = company === null ? 'mail.example.com' : `${company.key}.example.com`;
  return {
    anonymousId: random.uuid(atMs),
    userId: null,
    account: {
      id: `customer-${number}`,
      name: `${first} ${last}`,
      email: `${first}.${last}.${number}@${domain}`.toLowerCase(),
      plan: company === null ? random.weighted(PLANS) : 'business',
      company,
    },
    device: random.weighted(DEVICES),
    place: random.weighted(PLACES),
    source: random.weighted(SOURCES),
    variant: random.chance(0.5) ? 'test' : 'control',
    visits: 0,
    orders: 0,
    lastSeenMs: 0,
  };
}
