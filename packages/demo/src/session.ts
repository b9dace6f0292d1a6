import type { Product, Source } from './catalogue';
import { PAGES, PRODUCTS } from './catalogue';
import type { EventWriter, ShopEvent } from './event-writer';
import { createEventWriter } from './event-writer';
import { identify } from './identify';
import type { Random } from './random';
import type { Visitor } from './visitor';

/**
 * By variant: the share of started checkouts that are paid, for visitors of average intent. An experiment should find
 * this difference.
 */
export const PAYMENT_RATES = { control: 0.56, test: 0.68 } as const;

/** The share of the visitors at a step of the funnel that do the next step. */
const RATES = {
  viewsProduct: 0.66,
  addsToCart: 0.34,
  beginsCheckout: 0.58,
  /** The share that creates an account without an order. */
  signsUp: 0.04,
} as const;
/** Customers with earlier orders buy more often by this factor. */
const LOYALTY = 1.35;
/**
 * The share of returning visitors with an account who use another browser, in which they are anonymous until they sign
 * in.
 */
const USES_OTHER_BROWSER = 0.08;
const FREE_SHIPPING_FROM = 80;
const SHIPPING = 4.9;

/**
 * Generates the events of one visit, in the order of time, and updates the visitor.
 *
 * @param signsIn whether an anonymous visitor signs in after the first pages
 */
export function visitShop(
  random: Random,
  visitor: Visitor,
  source: Source,
  startMs: number,
  signsIn = false,
): readonly ShopEvent[] {
  const isReturning = visitor.visits > 0;
  const isElsewhere = visitor.userId !== null && isReturning && random.chance(USES_OTHER_BROWSER);
  if (isElsewhere) {
    visitor.userId = null;
    visitor.anonymousId = random.uuid(startMs);
  }
  const writer = createEventWriter(random, visitor, source, startMs);
  browse(random, writer);
  if (visitor.userId === null && (isElsewhere || signsIn)) {
    writer.wait(2, 40);
    identify(writer, visitor);
  }
  shop(random, writer, visitor, source.intent * (visitor.orders > 0 ? LOYALTY : 1));
  writer.wait(3, 60);
  writer.write('$pageleave');
  visitor.visits += 1;
  visitor.lastSeenMs = writer.nowMs;
  return writer.events;
}

function browse(random: Random, writer: EventWriter): void {
  writer.visit(random.weighted(PAGES));
  while (random.chance(0.45)) {
    writer.wait(4, 90);
    writer.visit(random.weighted(PAGES));
  }
}

function shop(random: Random, writer: EventWriter, visitor: Visitor, intent: number): void {
  const takes = (rate: number): boolean => random.chance(Math.min(0.95, rate * intent));
  if (!random.chance(RATES.viewsProduct)) return;
  const cart: Product[] = [];
  do {
    const product = random.weighted(PRODUCTS);
    writer.wait(3, 60);
    writer.visit(`/products/${product.sku}`);
    writer.write('product viewed', describe(product));
    if (!takes(RATES.addsToCart)) continue;
    writer.wait(5, 90);
    writer.write('added to cart', { ...describe(product), quantity: 1 });
    cart.push(product);
  } while (random.chance(0.35));
  if (cart.length === 0) {
    if (visitor.userId === null && random.chance(RATES.signsUp)) signUp(writer, visitor);
    return;
  }
  if (takes(RATES.beginsCheckout)) checkOut(random, writer, visitor, cart, intent);
}

function checkOut(
  random: Random,
  writer: EventWriter,
  visitor: Visitor,
  cart: readonly Product[],
  intent: number,
): void {
  const { variant } = visitor;
  const value = cart.reduce((sum, { price }) => sum + price, 0);
  writer.wait(5, 60);
  writer.visit('/checkout');
  writer.write('$feature_flag_called', {
    $feature_flag: 'new-checkout',
    $feature_flag_response: variant,
  });
  writer.write('checkout started', { items: cart.length, value, currency: 'EUR' });
  if (!random.chance(Math.min(0.95, PAYMENT_RATES[variant] * Math.sqrt(intent)))) return;
  writer.wait(20, 120);
  if (visitor.userId === null) signUp(writer, visitor);
  writer.wait(5, 60);
  writer.visit('/checkout/thanks');
  const shipping = value >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
  writer.write('order paid', {
    order_id: `order-${visitor.account.id}-${visitor.orders + 1}`,
    revenue: Number((value + shipping).toFixed(2)),
    currency: 'EUR',
    items: cart.length,
    shipping,
    category: cart[0]?.category,
    payment_method: random.weighted([
      ['card', 6],
      ['paypal', 3],
      ['invoice', visitor.account.company === null ? 1 : 8],
    ]),
    is_first_order: visitor.orders === 0,
  });
  visitor.orders += 1;
}

function signUp(writer: EventWriter, visitor: Visitor): void {
  identify(writer, visitor);
  writer.write('signed up', { plan: visitor.account.plan });
}

function describe({ sku, name, category, price }: Product) {
  return { product_id: sku, product_name: name, category, price };
}
